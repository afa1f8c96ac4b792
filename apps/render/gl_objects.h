#pragma once

#include <string_view>
#include <utility>

#include <epoxy/gl.h>

#include "isoskin/base/result.h"
#include "isoskin/math/types.h"

/// OpenGL names that release themselves. All need the context current that made them.
namespace isoskin::render {

template <typename Kind>
class GlObject {
  public:
    GlObject() : id_(Kind::make()) {}
    GlObject(GlObject&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~GlObject() {
        if (id_ != 0) Kind::release(id_);
    }
    GLuint id() const { return id_; }

  private:
    GLuint id_;
};

struct BufferKind {
    static GLuint make();
    static void release(GLuint id);
};
struct VertexArrayKind {
    static GLuint make();
    static void release(GLuint id);
};
struct TextureKind {
    static GLuint make();
    static void release(GLuint id);
};
struct SamplerKind {
    static GLuint make();
    static void release(GLuint id);
};
struct FramebufferKind {
    static GLuint make();
    static void release(GLuint id);
};
struct ProgramKind {
    static GLuint make();
    static void release(GLuint id);
};

using Buffer = GlObject<BufferKind>;
using VertexArray = GlObject<VertexArrayKind>;
using Texture = GlObject<TextureKind>;
using Sampler = GlObject<SamplerKind>;
using Framebuffer = GlObject<FramebufferKind>;

/// A linked pair of shaders and its uniforms by name; unknown names are ignored, as OpenGL does.
class Program {
  public:
    /// Fails with the driver's words if it refuses a shader.
    static Result<Program> create(std::string_view vertex_source, std::string_view fragment_source);

    void use() const { glUseProgram(object_.id()); }
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, const Vec2& value) const;
    void set(const char* name, const Vec3& value) const;
    void set(const char* name, const Vec4& value) const;
    void set(const char* name, const Eigen::Matrix4f& value) const;

    /// Binds a texture to `unit` and points the sampler `name` at it.
    void set_texture(const char* name, int unit, GLenum target, const Texture& texture) const;

  private:
    GLint location(const char* name) const { return glGetUniformLocation(object_.id(), name); }

    GlObject<ProgramKind> object_;
};

enum class Filter { Nearest, Linear };

struct Size {
    int width = 0;
    int height = 0;
    friend bool operator==(const Size&, const Size&) = default;
};

/// A texture without mipmaps that is clamped at its edges, empty or filled from `pixels`.
Texture make_texture(Size size, GLenum internal_format, Filter filter, const void* pixels = nullptr,
                     GLenum pixel_format = GL_RGBA, GLenum pixel_type = GL_UNSIGNED_BYTE);

inline constexpr int kSamples = 4;  ///< Per pixel, of all that is drawn for the eye.
Texture make_multisample_texture(Size size, GLenum internal_format);

/// Textures drawn into: one colour (or none) and one depth (or none).
Framebuffer make_framebuffer(GLenum target, const Texture* color, const Texture* depth);

/// Makes `framebuffer` the one drawn into, as a whole.
void begin_drawing(const Framebuffer& framebuffer, Size size);

/// One triangle over the whole picture; its vertex shader is kFullScreenVertex.
void draw_full_screen(const VertexArray& empty);

}  // namespace isoskin::render
