#include "isoskin/dynamics/swing.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "isoskin/dynamics/dynamics_check.h"
#include "isoskin/dynamics/spring_body.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/vertex_skin.h"

namespace isoskin {
namespace {

// Softer than this counts as hard: the vertex is where the bones put it.
constexpr double kHard = 0.03;

// 1 in the middle, 0 from the border on, level at both.
double softness(std::span<const SoftBall> soft, const Vec3d& place) {
    if (soft.empty()) return 1.0;
    double most = 0.0;
    for (const SoftBall& ball : soft) {
        const double t = std::min(1.0, (place - ball.centre).norm() / ball.radius);
        most = std::max(most, 1.0 - t * t * (3.0 - 2.0 * t));
    }
    return most;
}

Status check_swing(const Character& character, const SwingSettings& settings) {
    if (lattice_points(character).empty())
        return invalid("a character without vertices has nothing that could swing");
    if (const Status status = check_dynamics(settings.dynamics, {}); !status) return status;
    if (!(settings.return_rate > 0.0) || !std::isfinite(settings.return_rate))
        return usage_error("the rate at which flesh returns to its bones has to be positive");
    for (const SoftBall& ball : settings.soft)
        if (!(ball.radius > 0.0) || !std::isfinite(ball.radius) || !ball.centre.allFinite())
            return usage_error("a ball within which flesh swings needs a centre and a radius");
    return Done{};
}

}  // namespace

struct LatticeSwing::State {
    State(const Character& character, Lattice start, const SwingSettings& settings)
        : lattice(std::move(start)),
          matter(lattice_points(character)),
          body(lattice.tree(), settings.dynamics, matter),
          base(base_of(lattice, body.net())),
          skin(character, base),
          motions(base.size()),
          targets(body.net().place_count()),
          edits(base.size()),
          rates(base.size()) {
        for (std::size_t i = 0; i < base.size(); ++i) {
            const double soft = softness(settings.soft, base[i]);
            rates[i] = soft > kHard ? settings.return_rate / soft : 0.0;
        }
    }

    static std::vector<Vec3d> base_of(const Lattice& lattice, const SpringNet& net) {
        std::vector<Vec3d> base(net.free_count());
        for (std::size_t i = 0; i < base.size(); ++i)
            base[i] = lattice.position(net.vertices()[i]);
        return base;
    }

    Index place_of(Index vertex) const {
        assert(lattice.tree().has_vertex(vertex) && lattice.tree().vertex(vertex).is_free());
        return body.net().place_of(vertex);
    }

    void aim(std::span<const Affine> model_from_joint) {
        skin.blend(model_from_joint, motions);
        for (std::size_t i = 0; i < base.size(); ++i) {
            targets[i] = motions[i] * base[i];
            if (rates[i] > 0.0)
                body.pull(static_cast<Index>(i), targets[i], rates[i]);
            else
                body.hold(static_cast<Index>(i), targets[i]);
        }
        body.net().follow_parents(targets);
        body.set_rest_shape(targets);
    }

    void update_lattice() {
        for (std::size_t i = 0; i < base.size(); ++i)
            edits[i] = base[i] + motions[i].linear().inverse() * (body.positions()[i] - targets[i]);
        lattice.set_positions(body.net().vertices().first(base.size()), edits);
    }

    Lattice lattice;
    std::vector<Vec3> matter;
    SpringBody body;
    std::vector<Vec3d> base;  // per free place: where it lies in bind space without motion
    VertexSkin skin;
    std::vector<Affine> motions;  // per free place, of the pose
    std::vector<Vec3d> targets;   // per place, in model space
    std::vector<Vec3d> edits;     // per free place, in bind space
    std::vector<double> rates;    // per free place; 0: it is driven
    Obstacles obstacles;
    bool started = false;
};

LatticeSwing::LatticeSwing(std::unique_ptr<State> state) : state_(std::move(state)) {}
LatticeSwing::LatticeSwing(LatticeSwing&&) noexcept = default;
LatticeSwing& LatticeSwing::operator=(LatticeSwing&&) noexcept = default;
LatticeSwing::~LatticeSwing() = default;

Result<LatticeSwing> LatticeSwing::create(const Character& character, Lattice lattice,
                                          const SwingSettings& settings) {
    if (const Status status = check_swing(character, settings); !status) return status.error();
    return LatticeSwing(std::make_unique<State>(character, std::move(lattice), settings));
}

void LatticeSwing::start(std::span<const Affine> model_from_joint) {
    State& s = *state_;
    s.aim(model_from_joint);
    for (std::size_t i = 0; i < s.base.size(); ++i) {
        s.body.set_position(static_cast<Index>(i), s.targets[i]);
        s.body.set_velocity(static_cast<Index>(i), Vec3d::Zero());
    }
    s.body.settle();
    s.update_lattice();
    s.started = true;
}

void LatticeSwing::step(std::span<const Affine> model_from_joint, double seconds) {
    if (!state_->started) return start(model_from_joint);
    state_->aim(model_from_joint);
    state_->body.step(seconds, state_->obstacles);
    state_->update_lattice();
}

const Lattice& LatticeSwing::lattice() const {
    return state_->lattice;
}

void LatticeSwing::set_obstacles(Obstacles obstacles) {
    State& s = *state_;
    s.obstacles = std::move(obstacles);
    if (!s.body.can_touch()) s.body.touch_with(ContactMatter(s.lattice, s.body.net(), s.matter));
}

Vec3d LatticeSwing::position(Index vertex) const {
    return state_->body.positions()[state_->place_of(vertex)];
}

Vec3d LatticeSwing::target(Index vertex) const {
    return state_->targets[state_->place_of(vertex)];
}

bool LatticeSwing::is_driven(Index vertex) const {
    return state_->rates[state_->place_of(vertex)] <= 0.0;
}

double LatticeSwing::largest_offset() const {
    double largest = 0.0;
    for (std::size_t i = 0; i < state_->base.size(); ++i)
        largest = std::max(largest, (state_->body.positions()[i] - state_->targets[i]).norm());
    return largest;
}

}  // namespace isoskin
