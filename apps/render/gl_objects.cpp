#include "render/gl_objects.h"

#include <cassert>
#include <string>

namespace isoskin::render {
namespace {

Result<GLuint> compile(GLenum kind, std::string_view source) {
    const GLuint shader = glCreateShader(kind);
    const char* text = source.data();
    const auto length = static_cast<GLint>(source.size());
    glShaderSource(shader, 1, &text, &length);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) return shader;

    std::string log(1024, '\0');
    GLsizei written = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    glDeleteShader(shader);
    return unsupported("cannot draw: the OpenGL driver refuses a shader: " + log);
}

GLint filter_name(Filter filter) {
    return filter == Filter::Linear ? GL_LINEAR : GL_NEAREST;
}

}  // namespace

GLuint BufferKind::make() {
    GLuint id = 0;
    glGenBuffers(1, &id);
    return id;
}
void BufferKind::release(GLuint id) {
    glDeleteBuffers(1, &id);
}
GLuint VertexArrayKind::make() {
    GLuint id = 0;
    glGenVertexArrays(1, &id);
    return id;
}
void VertexArrayKind::release(GLuint id) {
    glDeleteVertexArrays(1, &id);
}
GLuint TextureKind::make() {
    GLuint id = 0;
    glGenTextures(1, &id);
    return id;
}
void TextureKind::release(GLuint id) {
    glDeleteTextures(1, &id);
}
GLuint SamplerKind::make() {
    GLuint id = 0;
    glGenSamplers(1, &id);
    return id;
}
void SamplerKind::release(GLuint id) {
    glDeleteSamplers(1, &id);
}
GLuint FramebufferKind::make() {
    GLuint id = 0;
    glGenFramebuffers(1, &id);
    return id;
}
void FramebufferKind::release(GLuint id) {
    glDeleteFramebuffers(1, &id);
}
GLuint ProgramKind::make() {
    return glCreateProgram();
}
void ProgramKind::release(GLuint id) {
    glDeleteProgram(id);
}

Result<Program> Program::create(std::string_view vertex_source, std::string_view fragment_source) {
    const auto vertex = compile(GL_VERTEX_SHADER, vertex_source);
    if (!vertex) return vertex.error();
    const auto fragment = compile(GL_FRAGMENT_SHADER, fragment_source);
    if (!fragment) {
        glDeleteShader(*vertex);
        return fragment.error();
    }
    Program program;
    const GLuint id = program.object_.id();
    glAttachShader(id, *vertex);
    glAttachShader(id, *fragment);
    glLinkProgram(id);
    glDeleteShader(*vertex);
    glDeleteShader(*fragment);
    GLint linked = GL_FALSE;
    glGetProgramiv(id, GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE) return unsupported("cannot draw: the OpenGL driver links no shaders");
    return program;
}

void Program::set(const char* name, int value) const {
    glUniform1i(location(name), value);
}
void Program::set(const char* name, float value) const {
    glUniform1f(location(name), value);
}
void Program::set(const char* name, const Vec2& value) const {
    glUniform2fv(location(name), 1, value.data());
}
void Program::set(const char* name, const Vec3& value) const {
    glUniform3fv(location(name), 1, value.data());
}
void Program::set(const char* name, const Vec4& value) const {
    glUniform4fv(location(name), 1, value.data());
}
void Program::set(const char* name, const Eigen::Matrix4f& value) const {
    glUniformMatrix4fv(location(name), 1, GL_FALSE, value.data());
}

void Program::set_texture(const char* name, int unit, GLenum target, const Texture& texture) const {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target, texture.id());
    set(name, unit);
}

Texture make_texture(Size size, GLenum internal_format, Filter filter, const void* pixels,
                     GLenum pixel_format, GLenum pixel_type) {
    Texture texture;
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format), size.width, size.height, 0,
                 pixel_format, pixel_type, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter_name(filter));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter_name(filter));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

Texture make_multisample_texture(Size size, GLenum internal_format) {
    Texture texture;
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture.id());
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, kSamples, internal_format, size.width,
                            size.height, GL_TRUE);
    return texture;
}

Framebuffer make_framebuffer(GLenum target, const Texture* color, const Texture* depth) {
    Framebuffer framebuffer;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    if (color != nullptr) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, color->id(), 0);
    } else {
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
    }
    if (depth != nullptr) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, target, depth->id(), 0);
    }
    assert(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    return framebuffer;
}

void begin_drawing(const Framebuffer& framebuffer, Size size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer.id());
    glViewport(0, 0, size.width, size.height);
}

void draw_full_screen(const VertexArray& empty) {
    glBindVertexArray(empty.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace isoskin::render
