#pragma once

#include <memory>

#include "isoskin/base/result.h"

namespace isoskin::render {

/// An OpenGL 3.3 context that belongs to no window and no screen.
class GlContext {
  public:
    static Result<GlContext> create();
    GlContext(GlContext&&) noexcept;
    GlContext& operator=(GlContext&&) noexcept;
    ~GlContext();

    /// To be called before any OpenGL call, since several contexts may live in one thread.
    void make_current() const;

  private:
    struct State;
    explicit GlContext(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin::render
