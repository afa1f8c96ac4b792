#include "isoskin/dynamics/cape.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "isoskin/lattice/vertex_skin.h"

namespace isoskin {
namespace {

constexpr double kDrapeStep = 1.0 / 120.0;

bool has_vertices(const Character& character) {
    return std::any_of(character.meshes.begin(), character.meshes.end(),
                       [](const SkinnedMesh& mesh) { return mesh.mesh.vertex_count() > 0; });
}

std::vector<Index> places_of(const LatticeDynamics& dynamics) {
    std::vector<Index> found;
    const Octree& tree = dynamics.lattice().tree();
    for (const Index vertex : tree.free_vertices())
        if (tree.vertex(vertex).is_origin()) found.push_back(vertex);
    return found;
}

std::vector<Vec3d> positions_of(const LatticeDynamics& dynamics, std::span<const Index> vertices) {
    std::vector<Vec3d> positions;
    for (const Index vertex : vertices)
        positions.push_back(dynamics.position(vertex));
    return positions;
}

}  // namespace

struct Cape::State {
    State(const Character& wearer, Cloth sheet, const CapeSettings& settings)
        : cloth(std::move(sheet)),
          vertices(places_of(cloth.dynamics())),
          laid(positions_of(cloth.dynamics(), vertices)),
          skin(wearer, laid),
          motions(vertices.size()),
          is_fastened(vertices.size(), 0),
          body(body_balls(wearer)),
          margin(settings.margin) {
        if (settings.drape_seconds > 0.0) drape(wearer, settings.drape_seconds);
        fasten(settings.fastening);
    }

    std::size_t number_of(Index vertex) const {
        const auto found = std::find(vertices.begin(), vertices.end(), vertex);
        assert(found != vertices.end());
        return static_cast<std::size_t>(found - vertices.begin());
    }

    void fasten(Fastening fastening) {
        const std::span<const Index> edge = cloth.upper_edge();
        if (fastening == Fastening::UpperEdge)
            for (const Index vertex : edge)
                is_fastened[number_of(vertex)] = 1;
        is_fastened[number_of(edge.front())] = 1;
        is_fastened[number_of(edge.back())] = 1;
    }

    void drape(const Character& wearer, double seconds) {
        std::vector<Affine> model_from_joint(wearer.skeleton.joint_count());
        compute_model_pose(wearer.skeleton, stored_pose(wearer).parent_from_joint,
                           model_from_joint);
        const Index middle = cloth.upper_edge()[cloth.upper_edge().size() / 2];
        is_fastened[number_of(middle)] = 1;
        start(model_from_joint);
        for (double time = 0.0; time < seconds; time += kDrapeStep)
            cloth.step(kDrapeStep);
        for (std::size_t i = 0; i < vertices.size(); ++i)
            laid[i] = motions[i].inverse() * cloth.dynamics().position(vertices[i]);
        skin = VertexSkin(wearer, laid);
        is_fastened[number_of(middle)] = 0;
        cloth.dynamics().release(middle);
    }

    void start(std::span<const Affine> model_from_joint) {
        skin.blend(model_from_joint, motions);
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const Vec3d place = motions[i] * laid[i];
            cloth.dynamics().set_position(vertices[i], place);
            cloth.dynamics().set_velocity(vertices[i], Vec3d::Zero());
            if (is_fastened[i] != 0) cloth.dynamics().drive(vertices[i], place);
        }
        balls.clear();
        meet_body(model_from_joint, 0.0);
        cloth.update();
    }

    void meet_body(std::span<const Affine> model_from_joint, double seconds) {
        balls = posed_balls(body, model_from_joint, margin, balls, seconds);
        cloth.dynamics().set_obstacles({.planes = planes, .balls = balls});
    }

    Cloth cloth;
    std::vector<Index> vertices;  // all that can move
    std::vector<Vec3d> laid;      // on the bind shape
    VertexSkin skin;              // of these places
    std::vector<Affine> motions;  // of the pose
    std::vector<std::uint8_t> is_fastened;
    std::vector<BodyBall> body;
    std::vector<Ball> balls;
    std::vector<Plane> planes;
    double margin = 0.0;
    bool started = false;
};

Cape::Cape(std::unique_ptr<State> state) : state_(std::move(state)) {}
Cape::Cape(Cape&&) noexcept = default;
Cape& Cape::operator=(Cape&&) noexcept = default;
Cape::~Cape() = default;

Result<Cape> Cape::create(const Character& wearer, const CapeSettings& settings) {
    if (!has_vertices(wearer))
        return invalid("a cape cannot be fastened to a character without vertices");
    auto cloth = Cloth::create(settings.cloth);
    if (!cloth) return cloth.error();
    return Cape(std::make_unique<State>(wearer, *std::move(cloth), settings));
}

void Cape::start(std::span<const Affine> model_from_joint) {
    state_->start(model_from_joint);
    state_->started = true;
}

void Cape::step(std::span<const Affine> model_from_joint, double seconds) {
    State& s = *state_;
    if (!s.started) return start(model_from_joint);
    s.skin.blend(model_from_joint, s.motions);
    for (std::size_t i = 0; i < s.vertices.size(); ++i)
        if (s.is_fastened[i] != 0)
            s.cloth.dynamics().drive(s.vertices[i], s.motions[i] * s.laid[i]);
    s.meet_body(model_from_joint, seconds);
    s.cloth.step(seconds);
}

const Cloth& Cape::cloth() const {
    return state_->cloth;
}

const Mesh& Cape::mesh() const {
    return state_->cloth.mesh();
}

void Cape::set_planes(std::vector<Plane> planes) {
    state_->planes = std::move(planes);
}

Vec3d Cape::anchor(Index vertex) const {
    const std::size_t i = state_->number_of(vertex);
    return state_->motions[i] * state_->laid[i];
}

}  // namespace isoskin
