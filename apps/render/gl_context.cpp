#include "render/gl_context.h"

#include <array>

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

namespace isoskin::render {
namespace {

Error no_egl() {
    return unsupported("cannot draw without EGL: install libegl1 and libgl1-mesa-dri");
}

/// epoxy ends the program where libEGL is missing, so look first.
bool egl_is_installed() {
    void* library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library != nullptr) dlclose(library);
    return library != nullptr;
}

/// The display is one per process however often it is asked for; it is left open at the end, since
/// closing it would pull it from under other contexts.
EGLDisplay open_display() {
    EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY) return EGL_NO_DISPLAY;
    return eglInitialize(display, nullptr, nullptr) == EGL_TRUE ? display : EGL_NO_DISPLAY;
}

EGLContext open_context(EGLDisplay display) {
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return EGL_NO_CONTEXT;
    constexpr std::array<EGLint, 7> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                               3,
                                               EGL_CONTEXT_MINOR_VERSION,
                                               3,
                                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                               EGL_NONE};
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes.data());
}

}  // namespace

struct GlContext::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    ~State() {
        if (context == EGL_NO_CONTEXT) return;
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
};

GlContext::GlContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlContext::GlContext(GlContext&&) noexcept = default;
GlContext& GlContext::operator=(GlContext&&) noexcept = default;
GlContext::~GlContext() = default;

Result<GlContext> GlContext::create() {
    if (!egl_is_installed()) return no_egl();
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) return no_egl();
    auto state = std::make_unique<State>();
    state->display = open_display();
    if (state->display == EGL_NO_DISPLAY) return no_egl();
    state->context = open_context(state->display);
    if (state->context == EGL_NO_CONTEXT) {
        return unsupported("cannot draw: the driver has no OpenGL 3.3; install libgl1-mesa-dri");
    }
    GlContext context(std::move(state));
    context.make_current();
    return context;
}

void GlContext::make_current() const {
    eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context);
}

}  // namespace isoskin::render
