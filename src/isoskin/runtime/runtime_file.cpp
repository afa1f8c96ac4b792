#include "isoskin/runtime/runtime_file.h"

#include <bit>

#include "isoskin/runtime/byte_stream.h"
#include "isoskin/volume/twist_profile.h"

namespace isoskin {
namespace {

using runtime::ByteReader;
using runtime::ByteWriter;

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

constexpr std::uint64_t kMagic = 0x6E69'6B73'6F73'69'52ULL;  // "Risoskin" as it lies
// 1: twists thicken only; 2: one limit for in and out; 3: losses are not shared, pairs not loose.
constexpr std::uint32_t kVersion = 4;

void write_tree(const RuntimePart& part, ByteWriter& out) {
    const PartModel& model = part.part();
    out.put_count(model.node_count());
    for (std::size_t k = 0; k < model.node_count(); ++k) {
        const auto& node = model.tree.nodes[k];
        out.put_count(node.slot);
        out.put_count(k == 0 ? 0 : node.parent);
        out.put_vector(node.pivot);
        out.put_vector(model.limbs[k].axis);
        for (int c = 0; c < 3; ++c)
            out.put(model.limbs[k].pivot[c]);
        if (k == 0) continue;
        for (const double coefficient : part.loss().volumes()[k - 1].coefficients())
            out.put(coefficient);
    }
    out.put_count(model.tree.loose_pairs.size());
    for (const auto& pair : model.tree.loose_pairs) {
        out.put_count(pair.kin == VolumeTree::LoosePair::Kin::Siblings ? 1 : 0);
        out.put_count(pair.first);
        out.put_count(pair.second);
        out.put(pair.share);
    }
}

void write_points(const PartModel& model, ByteWriter& out) {
    out.put(model.volume);
    out.put(model.size);
    out.put_count(model.point_count());
    for (std::size_t i = 0; i < model.point_count(); ++i) {
        out.put_vector(model.bind[i]);
        out.put_vector(model.direction[i]);
        out.put_count(model.row_offset[i + 1] - model.row_offset[i]);
        for (std::size_t k = model.row_offset[i]; k < model.row_offset[i + 1]; ++k) {
            out.put_count(model.rows[k].first);
            out.put(static_cast<float>(model.rows[k].second));
        }
    }
    out.put_count(model.caps.size());
    for (const Cap& cap : model.caps) {
        out.put_count(cap.loop.size());
        for (const Index point : cap.loop)
            out.put_count(point);
    }
    for (const auto* triangles : {&model.triangles, &model.half_triangles}) {
        out.put_count(triangles->size());
        for (const Triangle& t : *triangles)
            for (const Index point : t)
                out.put_count(point);
    }
}

void write_targets(const RuntimePart& part, ByteWriter& out) {
    out.put_count(part.targets().size());
    for (const CorrectionTarget& target : part.targets()) {
        out.put_count(target.node);
        out.put_count(target.role == CorrectionTarget::Role::Bend ? 0 : 1);
        out.put_count(static_cast<std::size_t>(target.profile));
        out.put(target.gain);
        out.put(target.reach);
        out.put(target.inward_reach);
        out.put(target.usual_loss);
        out.put_count(target.shares.size());
        for (const auto& [helper, share] : target.shares) {
            out.put_count(helper);
            out.put(share);
        }
        out.put_count(target.map.size());
        for (std::size_t k = 0; k < target.map.size(); ++k) {
            out.put_count(target.map[k].point);
            out.put(static_cast<float>(target.map[k].value));
            if (target.role == CorrectionTarget::Role::Twist) out.put_vector(target.ways[k]);
        }
    }
}

/// Reads one part; what it gives is of use only if the reader has not failed.
class PartReader {
  public:
    PartReader(ByteReader& in, std::size_t slot_count) : in_(in), slot_count_(slot_count) {}

    RuntimePart read() {
        model_.label = in_.get_text();
        const double max_displacement = in_.get<double>();
        read_tree();
        read_points();
        auto targets = read_targets();
        if (in_.failed()) return {PartModel{}, {}, PoseLoss(std::vector<JointVolume>{}), 0.0};
        return {std::move(model_), std::move(targets), PoseLoss(std::move(volumes_)),
                max_displacement};
    }

  private:
    void read_tree();
    void read_loose_pairs();
    void read_points();
    void read_caps();
    std::vector<Triangle> read_triangles();
    std::vector<CorrectionTarget> read_targets();

    ByteReader& in_;
    std::size_t slot_count_;
    PartModel model_;
    std::vector<JointVolume> volumes_;
};

void PartReader::read_tree() {
    const std::size_t count = in_.get_count(56);
    model_.tree.node_of_slot.assign(slot_count_, kNoIndex);
    for (std::size_t k = 0; k < count && !in_.failed(); ++k) {
        VolumeTree::Node node;
        node.slot = static_cast<JointIndex>(in_.get_index(slot_count_));
        const Index parent = in_.get_index(k == 0 ? 1 : k);
        node.parent = k == 0 ? kNoIndex : parent;
        node.pivot = in_.get_vector();
        LimbFrame limb;
        limb.axis = in_.get_vector();
        for (int c = 0; c < 3; ++c)
            limb.pivot[c] = in_.get<double>();
        if (!in_.failed()) model_.tree.node_of_slot[node.slot] = static_cast<Index>(k);
        model_.tree.nodes.push_back(node);
        model_.limbs.push_back(limb);
        if (k == 0) continue;
        std::array<double, 35> coefficients{};
        for (double& coefficient : coefficients)
            coefficient = in_.get<double>();
        volumes_.emplace_back(limb.pivot, coefficients);
    }
    read_loose_pairs();
}

void PartReader::read_loose_pairs() {
    using Kin = VolumeTree::LoosePair::Kin;
    const std::size_t count = in_.get_count(20);
    for (std::size_t k = 0; k < count && !in_.failed(); ++k) {
        VolumeTree::LoosePair pair;
        pair.kin = in_.get_index(2) == 1 ? Kin::Siblings : Kin::ParentAndChild;
        pair.first = in_.get_index(model_.node_count());
        pair.second = in_.get_index(model_.node_count());
        pair.share = in_.get<double>();
        model_.tree.loose_pairs.push_back(pair);
    }
}

void PartReader::read_points() {
    model_.volume = in_.get<double>();
    model_.size = in_.get<double>();
    const std::size_t count = in_.get_count(28);
    model_.surface_point.resize(count);
    model_.row_offset.push_back(0);
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
        model_.bind.push_back(in_.get_vector());
        model_.direction.push_back(in_.get_vector());
        const std::size_t influences = in_.get_count(8);
        for (std::size_t k = 0; k < influences; ++k) {
            const Index node = in_.get_index(model_.node_count());
            model_.rows.emplace_back(node, in_.get_number());
        }
        model_.row_offset.push_back(model_.rows.size());
    }
    read_caps();
    model_.triangles = read_triangles();
    model_.half_triangles = read_triangles();
}

void PartReader::read_caps() {
    const std::size_t count = in_.get_count(4);
    for (std::size_t k = 0; k < count && !in_.failed(); ++k) {
        Cap cap;
        const std::size_t corners = in_.get_count(4);
        for (std::size_t i = 0; i < corners; ++i)
            cap.loop.push_back(in_.get_index(model_.point_count()));
        cap.apex = static_cast<Index>(model_.point_count() + k);
        model_.caps.push_back(std::move(cap));
        model_.bind.push_back(Vec3d::Zero());
    }
    if (!in_.failed()) place_apexes(model_, model_.bind);
}

std::vector<Triangle> PartReader::read_triangles() {
    std::vector<Triangle> triangles(in_.get_count(12));
    for (Triangle& t : triangles)
        for (Index& point : t)
            point = in_.get_index(model_.bind.size());
    return triangles;
}

std::vector<CorrectionTarget> PartReader::read_targets() {
    std::vector<CorrectionTarget> targets(in_.get_count(52));
    for (CorrectionTarget& target : targets) {
        target.node = in_.get_index(model_.node_count());
        target.role =
            in_.get_index(2) == 0 ? CorrectionTarget::Role::Bend : CorrectionTarget::Role::Twist;
        target.profile = static_cast<int>(in_.get_index(kTwistProfileCount));
        target.gain = in_.get<double>();
        target.reach = in_.get<double>();
        target.inward_reach = in_.get<double>();
        target.usual_loss = in_.get<double>();
        const std::size_t helpers = in_.get_count(12);
        for (std::size_t i = 0; i < helpers; ++i) {
            const Index helper = in_.get_index(targets.size());
            target.shares.push_back({helper, in_.get<double>()});
        }
        const std::size_t entries = in_.get_count(8);
        for (std::size_t i = 0; i < entries; ++i) {
            const Index point = in_.get_index(model_.point_count());
            target.map.push_back({point, in_.get_number()});
            if (target.role == CorrectionTarget::Role::Twist)
                target.ways.push_back(in_.get_vector());
        }
    }
    return targets;
}

void write_mesh(const RuntimeMesh& mesh, ByteWriter& out) {
    out.put_text(mesh.name);
    out.put_count(mesh.slot_count);
    out.put_count(mesh.parts.size());
    for (const RuntimePart& part : mesh.parts) {
        out.put_text(part.part().label);
        out.put(part.max_displacement());
        write_tree(part, out);
        write_points(part.part(), out);
        write_targets(part, out);
    }
    out.put_count(mesh.weights.size());
    for (const RuntimeWeight& weight : mesh.weights) {
        out.put_text(weight.name);
        out.put_count(weight.part);
        out.put_count(weight.target);
        out.put(weight.scale);
    }
}

RuntimeMesh read_mesh(ByteReader& in) {
    RuntimeMesh mesh;
    mesh.name = in.get_text();
    mesh.slot_count = in.get<std::uint32_t>() & 0xFFFFU;
    const std::size_t parts = in.get_count(32);
    for (std::size_t k = 0; k < parts && !in.failed(); ++k)
        mesh.parts.push_back(PartReader(in, mesh.slot_count).read());
    const std::size_t weights = in.get_count(20);
    for (std::size_t k = 0; k < weights && !in.failed(); ++k) {
        RuntimeWeight weight;
        weight.name = in.get_text();
        weight.part = in.get_index(mesh.parts.size());
        if (in.failed()) break;
        weight.target = in.get_index(mesh.parts[weight.part].targets().size());
        weight.scale = in.get<double>();
        mesh.weights.push_back(std::move(weight));
    }
    return mesh;
}

}  // namespace

std::vector<std::uint8_t> write_runtime(const RuntimeData& data) {
    ByteWriter out;
    out.put(kMagic);
    out.put(kVersion);
    out.put_count(data.meshes.size());
    for (const RuntimeMesh& mesh : data.meshes)
        write_mesh(mesh, out);
    return out.take();
}

Result<RuntimeData> read_runtime(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    if (in.get<std::uint64_t>() != kMagic) return invalid("this is no run-time data of isoskin");
    if (in.get<std::uint32_t>() != kVersion)
        return unsupported("this run-time data is of another version; bake the file again");
    RuntimeData data;
    const std::size_t meshes = in.get_count(16);
    for (std::size_t k = 0; k < meshes && !in.failed(); ++k)
        data.meshes.push_back(read_mesh(in));
    if (!in.at_end()) return invalid("this run-time data is broken or cut short");
    return data;
}

}  // namespace isoskin
