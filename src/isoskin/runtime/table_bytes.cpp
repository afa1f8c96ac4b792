#include "isoskin/runtime/table_bytes.h"

namespace isoskin::runtime {
namespace {

void write_flesh(const std::optional<SwingFunction>& flesh, ByteWriter& out) {
    out.put_count(flesh ? flesh->count : 0);
    if (!flesh) return;
    for (const Vec3d& axis : {flesh->limb, flesh->across[0], flesh->across[1]})
        out.put_exact(axis);
    for (const double end : flesh->range)
        out.put(end);
    out.put_count(flesh->samples.size());
    for (const auto& sample : flesh->samples) {
        out.put(sample[0]);
        out.put(sample[1]);
    }
    for (const double coefficient : flesh->coefficients)
        out.put(coefficient);
}

void write_tree(const CorrectionTable& table, ByteWriter& out) {
    out.put_count(table.node_count());
    for (std::size_t k = 0; k < table.node_count(); ++k) {
        const auto& node = table.tree.nodes[k];
        out.put_count(node.slot);
        out.put_count(k == 0 ? 0 : node.parent);
        out.put_exact(node.pivot);
        out.put_exact(table.joints[k].axis);
        if (k == 0) continue;
        for (const double coefficient : table.joints[k].volume.coefficients())
            out.put(coefficient);
        write_flesh(table.joints[k].flesh, out);
        out.put(table.joints[k].amount);
    }
    out.put_count(table.loose_pairs.size());
    for (const auto& pair : table.loose_pairs) {
        out.put_count(pair.kin == CorrectionTable::LoosePair::Kin::Siblings ? 1 : 0);
        out.put_count(pair.first);
        out.put_count(pair.second);
        out.put(pair.share);
    }
}

void write_points(const CorrectionTable& table, ByteWriter& out) {
    out.put_count(table.point_count());
    for (std::size_t i = 0; i < table.point_count(); ++i) {
        out.put_vector(table.bind[i]);
        out.put_vector(table.direction[i]);
        out.put(static_cast<float>(table.radius[i]));
        out.put_count(table.row(i).size());
        for (const auto& [node, weight] : table.row(i)) {
            out.put_count(node);
            out.put(static_cast<float>(weight));
        }
    }
    out.put_count(table.caps.size());
    for (const Cap& cap : table.caps) {
        out.put_count(cap.loop.size());
        for (const Index point : cap.loop)
            out.put_count(point);
    }
    for (const auto* triangles : {&table.triangles, &table.half_triangles}) {
        out.put_count(triangles->size());
        for (const Triangle& t : *triangles)
            for (const Index point : t)
                out.put_count(point);
    }
}

void write_target(const CorrectionTarget& target, ByteWriter& out) {
    out.put_count(target.node);
    out.put_count(static_cast<std::size_t>(target.role));
    out.put_count(static_cast<std::size_t>(target.profile));
    out.put(target.gain);
    out.put(target.reach);
    out.put(target.most_loss);
    out.put_count(target.shares.size());
    for (const auto& [helper, share] : target.shares) {
        out.put_count(helper);
        out.put(share);
    }
    out.put_count(target.map.size());
    for (std::size_t k = 0; k < target.map.size(); ++k) {
        out.put_count(target.map[k].point);
        out.put(static_cast<float>(target.map[k].value));
        if (target.role != CorrectionTarget::Role::Bend) out.put_vector(target.ways[k]);
    }
}

/// What it gives is of use only if the reader has not failed.
class TableReader {
  public:
    TableReader(ByteReader& in, std::size_t slot_count) : in_(in), slot_count_(slot_count) {}

    CorrectionTable read() {
        table_.label = in_.get_text();
        table_.volume = in_.get_double();
        table_.size = in_.get_double();
        table_.max_displacement = in_.get_double();
        table_.flesh_amount = in_.get_double();
        read_tree();
        read_points();
        read_caps();
        table_.triangles = read_triangles();
        table_.half_triangles = read_triangles();
        read_targets();
        return std::move(table_);
    }

  private:
    void read_tree();
    std::optional<SwingFunction> read_flesh();
    std::size_t profile_count(const CorrectionTarget& target) const;
    void read_loose_pairs();
    void read_points();
    void read_caps();
    std::vector<Triangle> read_triangles();
    void read_targets();
    void check_shares();

    ByteReader& in_;
    std::size_t slot_count_;
    CorrectionTable table_;
};

void TableReader::read_tree() {
    const std::size_t count = in_.get_count(56);
    table_.tree.node_of_slot.assign(slot_count_, kNoIndex);
    for (std::size_t k = 0; k < count && !in_.failed(); ++k) {
        VolumeTree::Node node;
        node.slot = static_cast<JointIndex>(in_.get_index(slot_count_));
        const Index parent = in_.get_index(k == 0 ? 1 : k);
        node.parent = k == 0 ? kNoIndex : parent;
        node.pivot = in_.get_exact();
        CorrectionTable::Joint joint;
        joint.axis = in_.get_exact();
        if (k > 0) {
            std::array<double, JointVolume::kCount> coefficients{};
            for (double& coefficient : coefficients)
                coefficient = in_.get_double();
            joint.volume = JointVolume(coefficients);
            joint.flesh = read_flesh();
            joint.amount = in_.get_double();
        }
        if (in_.failed()) return;
        table_.tree.node_of_slot[node.slot] = static_cast<Index>(k);
        table_.tree.nodes.push_back(node);
        table_.joints.push_back(joint);
    }
    read_loose_pairs();
}

std::optional<SwingFunction> TableReader::read_flesh() {
    SwingFunction flesh;
    flesh.count = in_.get_index(kMostFleshTargets + 1);
    if (flesh.count == 0) return std::nullopt;
    flesh.limb = in_.get_exact();
    flesh.across[0] = in_.get_exact();
    flesh.across[1] = in_.get_exact();
    for (double& end : flesh.range)
        end = in_.get_double();
    const std::size_t samples = in_.get_count(16);
    for (std::size_t k = 0; k < samples; ++k) {
        const double first = in_.get_double();
        flesh.samples.emplace_back(first, in_.get_double());
    }
    flesh.coefficients.resize(in_.failed() ? 0 : (samples + 3) * flesh.count);
    for (double& coefficient : flesh.coefficients)
        coefficient = in_.get_double();
    return flesh;
}

// How many targets of its kind its joint may have.
std::size_t TableReader::profile_count(const CorrectionTarget& target) const {
    if (target.role != CorrectionTarget::Role::Flesh) return kTwistProfileCount;
    if (in_.failed()) return 0;
    const auto& flesh = table_.joints[target.node].flesh;
    return flesh ? flesh->count : 0;
}

void TableReader::read_loose_pairs() {
    using Kin = CorrectionTable::LoosePair::Kin;
    const std::size_t count = in_.get_count(20);
    for (std::size_t k = 0; k < count && !in_.failed(); ++k) {
        CorrectionTable::LoosePair pair;
        pair.kin = in_.get_index(2) == 1 ? Kin::Siblings : Kin::ParentAndChild;
        pair.first = in_.get_index(table_.node_count());
        pair.second = in_.get_index(table_.node_count());
        pair.share = in_.get_double();
        table_.loose_pairs.push_back(pair);
    }
}

void TableReader::read_points() {
    const std::size_t count = in_.get_count(32);
    table_.row_offset.push_back(0);
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
        table_.bind.push_back(in_.get_vector());
        table_.direction.push_back(in_.get_vector());
        table_.radius.push_back(in_.get_number());
        const std::size_t influences = in_.get_count(8);
        for (std::size_t k = 0; k < influences; ++k) {
            const Index node = in_.get_index(table_.node_count());
            table_.rows.emplace_back(node, in_.get_number());
        }
        table_.row_offset.push_back(table_.rows.size());
    }
}

void TableReader::read_caps() {
    const std::size_t count = in_.get_count(4);
    const std::size_t points = table_.point_count();
    for (std::size_t k = 0; k < count && !in_.failed(); ++k) {
        Cap cap;
        const std::size_t corners = in_.get_count(4);
        if (corners == 0) in_.fail();
        for (std::size_t i = 0; i < corners; ++i)
            cap.loop.push_back(in_.get_index(points));
        cap.apex = static_cast<Index>(points + k);
        table_.caps.push_back(std::move(cap));
        table_.bind.push_back(Vec3d::Zero());
    }
    if (!in_.failed()) place_apexes(table_, table_.bind);
}

std::vector<Triangle> TableReader::read_triangles() {
    std::vector<Triangle> triangles(in_.get_count(12));
    for (Triangle& t : triangles)
        for (Index& point : t)
            point = in_.get_index(table_.bind.size());
    return triangles;
}

void TableReader::read_targets() {
    table_.targets.resize(in_.get_count(44));
    for (CorrectionTarget& target : table_.targets) {
        target.node = in_.get_index(table_.node_count());
        target.role = static_cast<CorrectionTarget::Role>(in_.get_index(3));
        target.profile = static_cast<int>(in_.get_index(profile_count(target)));
        target.gain = in_.get_double();
        target.reach = in_.get_double();
        target.most_loss = in_.get_double();
        const std::size_t helpers = in_.get_count(12);
        for (std::size_t i = 0; i < helpers; ++i) {
            const Index helper = in_.get_index(table_.targets.size());
            target.shares.push_back({helper, in_.get_double()});
        }
        const std::size_t entries = in_.get_count(8);
        for (std::size_t i = 0; i < entries; ++i) {
            const Index point = in_.get_index(table_.point_count());
            target.map.push_back({point, in_.get_number()});
            if (target.role != CorrectionTarget::Role::Bend)
                target.ways.push_back(in_.get_vector());
        }
    }
    check_shares();
}

// Helpers are divided by their gain.
void TableReader::check_shares() {
    for (const CorrectionTarget& target : table_.targets)
        for (const LossShare& share : target.shares)
            if (!in_.failed() && !(table_.targets[share.target].gain > 0.0)) in_.fail();
}

}  // namespace

void write_table(const CorrectionTable& table, ByteWriter& out) {
    out.put_text(table.label);
    out.put(table.volume);
    out.put(table.size);
    out.put(table.max_displacement);
    out.put(table.flesh_amount);
    write_tree(table, out);
    write_points(table, out);
    out.put_count(table.targets.size());
    for (const CorrectionTarget& target : table.targets)
        write_target(target, out);
}

std::optional<CorrectionTable> read_table(ByteReader& in, std::size_t slot_count) {
    CorrectionTable table = TableReader(in, slot_count).read();
    if (in.failed()) return std::nullopt;
    return table;
}

}  // namespace isoskin::runtime
