#include "isoskin/lattice/cape.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "isoskin/lattice/vertex_skin.h"

namespace isoskin {
namespace {

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
        const std::span<const Index> edge = cloth.upper_edge();
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const bool is_corner = vertices[i] == edge.front() || vertices[i] == edge.back();
            const bool is_edge = std::find(edge.begin(), edge.end(), vertices[i]) != edge.end();
            is_fastened[i] = settings.fastening == Fastening::UpperEdge ? (is_edge ? 1 : 0)
                                                                        : (is_corner ? 1 : 0);
        }
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
    State& s = *state_;
    s.skin.blend(model_from_joint, s.motions);
    for (std::size_t i = 0; i < s.vertices.size(); ++i) {
        const Vec3d place = s.motions[i] * s.laid[i];
        s.cloth.dynamics().set_position(s.vertices[i], place);
        s.cloth.dynamics().set_velocity(s.vertices[i], Vec3d::Zero());
        if (s.is_fastened[i] != 0) s.cloth.dynamics().drive(s.vertices[i], place);
    }
    s.balls.clear();
    s.meet_body(model_from_joint, 0.0);
    s.cloth.update();
    s.started = true;
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
    const auto found = std::find(state_->vertices.begin(), state_->vertices.end(), vertex);
    assert(found != state_->vertices.end());
    const auto i = static_cast<std::size_t>(found - state_->vertices.begin());
    return state_->motions[i] * state_->laid[i];
}

}  // namespace isoskin
