#include "isoskin/autorig/place_joints.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/autorig/settle_joints.h"

namespace isoskin {
namespace {

// How far inside the trunk a limb turns, in radii of its visible root: about where a ball that
// fills the root has its middle.
constexpr double kRootDepth = 0.8;
// Carriers stand to their limbs as in the template, sized by them; against the whole body's size
// at most this much larger or smaller.
constexpr double kSizeRange = 2.0;
// A place this much deeper in the flesh is worth going one unit for.
constexpr double kNearness = 0.25;
// Spines lie above the middle of a barrel by about this share of its radius;
// deepest place of an upright trunk, whose limbs leave along it, is kept.
constexpr double kDorsal = 0.15;
constexpr double kAcross = 0.5;

class Placer {
  public:
    Placer(const RigTemplate& rig, const TemplateShape& shape, const LimbMatch& match,
           const BodyField& body)
        : rig_(rig), shape_(shape), match_(match), body_(body) {
        placed_.joints.resize(rig.joints.size());
        placed_.tips.resize(rig.tips.size());
        placed_.limb_length.assign(rig.tips.size(), 0.0);
        placed_.hidden.assign(rig.joints.size(), 0.0);
        lines_.resize(rig.tips.size());
        root_at_.assign(rig.tips.size(), 0.0);
        scale_ = body.diagonal() / shape.size;
        fit_box();
    }

    void trace(std::span<const float> reach, std::span<const Extremity> ends) {
        std::vector<Index> cells;
        std::vector<std::size_t> tips;
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip)
            if (match_.end_of_tip[tip]) {
                cells.push_back(ends[*match_.end_of_tip[tip]].cell);
                tips.push_back(tip);
            }
        const auto limbs = cut_limbs(body_, reach, cells);
        for (std::size_t i = 0; i < limbs.size(); ++i) {
            lines_[tips[i]] = with_root(limbs[i]);
            placed_.tips[tips[i]] = limbs[i].line.front();
            placed_.limb_length[tips[i]] = line_length(lines_[tips[i]]);
        }
    }

    PlacedJoints run() {
        if (!place_as_line()) {
            find_roots();
            place_carriers();
        }
        place_trunk();
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip)
            place_limb(tip);
        place_details();
        return std::move(placed_);
    }

  private:
    Vec3d turned(const Vec3d& along) const { return match_.body_from_template * along; }
    const Vec3d& reference(std::size_t joint) const { return rig_.joints[joint].place; }

    // Where a template's place would be if its box were the body's.
    void fit_box() {
        Eigen::AlignedBox3d own;
        for (const TemplateJoint& joint : rig_.joints)
            own.extend(joint.place);
        for (const TemplateTip& tip : rig_.tips)
            own.extend(tip.place);
        const Mat3d template_from_body = match_.body_from_template.transpose();
        Eigen::AlignedBox3d seen;
        seen.extend(template_from_body * body_.box().min());
        seen.extend(template_from_body * body_.box().max());
        template_center_ = own.center();
        body_center_ = turned(seen.center());
        stretch_ = seen.sizes().cwiseQuotient(own.sizes().cwiseMax(0.05 * own.sizes().maxCoeff()));
    }
    Vec3d by_box(const Vec3d& place) const {
        return body_center_ + turned(stretch_.cwiseProduct(place - template_center_));
    }

    // The line of a limb, led on into the trunk.
    std::vector<Vec3d> with_root(const Limb& limb) const {
        std::vector<Vec3d> line = limb.line;
        const double depth = kRootDepth * limb.radius.back();
        std::size_t before = line.size() - 1;
        while (before > 0 && (line.back() - line[before]).norm() < 2.0 * limb.radius.back())
            --before;
        const Vec3d along = line.back() - line[before];
        if (along.norm() < body_.cell_width()) return line;
        for (double inwards = depth; inwards > 0.0; inwards -= body_.cell_width()) {
            const Vec3d root = line.back() + inwards * along.normalized();
            if (!body_.contains(root)) continue;
            line.push_back(root);
            break;
        }
        return line;
    }

    // Where a template's limb begins to be visible, as a length from its tip; the same for left and
    // right.
    void find_roots() {
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip) {
            const auto mirror = shape_.mirror_of_tip[tip];
            double share = visible_share(tip);
            if (mirror && *mirror != tip && !lines_[*mirror].empty())
                share = (share + visible_share(*mirror)) / 2.0;
            const TemplateLimb& limb = shape_.limbs[tip];
            root_at_[tip] = share * limb.length;
            if (!limb.joints.empty())
                root_at_[tip] = std::min(root_at_[tip], limb.from_tip.front());
        }
    }
    double visible_share(std::size_t tip) const {
        const TemplateLimb& limb = shape_.limbs[tip];
        if (lines_[tip].empty() || limb.joints.empty()) return 0.0;
        if (!limb.carrier) return limb.from_tip.front() / limb.length;
        const double visible = line_length(lines_[tip]);
        return visible / (visible + (lines_[tip].back() - by_box(reference(*limb.carrier))).norm());
    }
    Vec3d reference_root(std::size_t tip) const {
        std::vector<Vec3d> path{rig_.tips[tip].place};
        const TemplateLimb& limb = shape_.limbs[tip];
        for (std::size_t i = limb.joints.size(); i-- > 0;)
            path.push_back(reference(limb.joints[i]));
        return point_along(path, root_at_[tip]);
    }

    // A body that is one line from end to end, with limbs at most beside it.
    bool place_as_line() {
        std::vector<std::size_t> ends;
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip) {
            if (shape_.limbs[tip].carrier != shape_.limbs[0].carrier) return false;
            if (shape_.mirror_of_tip[tip] == tip) ends.push_back(tip);
        }
        const auto carrier = shape_.limbs[0].carrier;
        if (!carrier || ends.size() != 2 || lines_[ends[0]].empty() || lines_[ends[1]].empty())
            return false;
        std::vector<Vec3d> line = lines_[ends[0]];
        line.insert(line.end(), lines_[ends[1]].rbegin(), lines_[ends[1]].rend());
        const double first = shape_.limbs[ends[0]].length;
        const double second = shape_.limbs[ends[1]].length;
        const double split = line_length(line) * first / (first + second);
        placed_.joints[*carrier] = point_along(line, split);
        for (const std::size_t end : ends) {
            const TemplateLimb& limb = shape_.limbs[end];
            const double own = split / first;
            std::vector<Vec3d> part{line};
            if (end == ends[1]) std::reverse(part.begin(), part.end());
            for (std::size_t i = 0; i < limb.joints.size(); ++i)
                placed_.joints[limb.joints[i]] = point_along(part, own * limb.from_tip[i]);
        }
        find_roots();
        return true;
    }

    struct Anchors {
        std::vector<Vec3d> own;
        std::vector<Vec3d> reference;
    };
    // Pairs of limbs tell more than single ones: a neck may leave its trunk anywhere.
    Anchors anchors_of(std::size_t carrier) const {
        Anchors pairs;
        Anchors all;
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip) {
            const TemplateLimb& limb = shape_.limbs[tip];
            const bool stump = limb.joints.empty() && rig_.tips[tip].joint == carrier;
            if (lines_[tip].empty() || (limb.carrier != carrier && !stump)) continue;
            const Vec3d own = stump ? *placed_.tips[tip] : lines_[tip].back();
            const Vec3d at = stump ? rig_.tips[tip].place : reference_root(tip);
            all.own.push_back(own);
            all.reference.push_back(at);
            if (!shape_.mirror_of_tip[tip] || shape_.mirror_of_tip[tip] == tip) continue;
            pairs.own.push_back(own);
            pairs.reference.push_back(at);
        }
        return pairs.own.empty() ? all : pairs;
    }

    void place_carriers() {
        for (std::size_t joint = 0; joint < rig_.joints.size(); ++joint) {
            const Anchors anchors = anchors_of(joint);
            if (anchors.own.empty()) continue;
            const auto count = static_cast<double>(anchors.own.size());
            Vec3d own = Vec3d::Zero();
            Vec3d at = Vec3d::Zero();
            for (std::size_t i = 0; i < anchors.own.size(); ++i) {
                own += anchors.own[i] / count;
                at += anchors.reference[i] / count;
            }
            double own_spread = 0.0;
            double spread = 0.0;
            for (std::size_t i = 0; i < anchors.own.size(); ++i) {
                own_spread += (anchors.own[i] - own).squaredNorm();
                spread += (anchors.reference[i] - at).squaredNorm();
            }
            double size = scale_;
            if (spread > 0.0)
                size = std::clamp(std::sqrt(own_spread / spread), scale_ / kSizeRange,
                                  scale_ * kSizeRange);
            placed_.joints[joint] = own + size * turned(reference(joint) - at);
            if (const auto along = trunk_axis(joint))
                placed_.joints[joint] =
                    centred(*placed_.joints[joint], turned(reference(joint) - at), *along);
        }
    }

    // Where the trunk leads on from a joint: to the nearest other joint that carries limbs.
    std::optional<Vec3d> trunk_axis(std::size_t joint) const {
        std::optional<Vec3d> axis;
        for (const TemplateLimb& limb : shape_.limbs) {
            if (!limb.carrier || *limb.carrier == joint) continue;
            const Vec3d way = turned(reference(*limb.carrier) - reference(joint));
            if (way.norm() > 0.0 && (!axis || way.norm() < axis->norm())) axis = way;
        }
        if (axis) axis->normalize();
        return axis;
    }

    // The deepest place near a point in the slice of the trunk across `axis`, then a little away
    // from the limbs: spines lie there.
    Vec3d centred(const Vec3d& point, const Vec3d& from_limbs, const Vec3d& axis) const {
        Index best = kNoIndex;
        double most = 0.0;
        for (Index cell = 0; cell < body_.cell_count(); ++cell) {
            const Vec3d away = body_.place(cell) - point;
            if (std::abs(axis.dot(away)) > body_.cell_width()) continue;
            const double worth = body_.clearance(cell) - kNearness * away.norm();
            if (best != kNoIndex && worth <= most) continue;
            best = cell;
            most = worth;
        }
        if (best == kNoIndex) return point;
        const Vec3d across = from_limbs - axis.dot(from_limbs) * axis;
        if (across.norm() < kAcross * from_limbs.norm()) return body_.place(best);
        return body_.place(best) + kDorsal * body_.clearance(best) * across.normalized();
    }

    // Joints of the trunk that carry no limb of their own, between those that do.
    void place_trunk() {
        for (std::size_t joint = 0; joint < rig_.joints.size(); ++joint) {
            if (shape_.tips_below[joint] < 2 || placed_.joints[joint]) continue;
            const auto below = placed_below(joint);
            const auto above = rig_.joints[joint].parent;
            if (!above || !placed_.joints[*above]) {
                placed_.joints[joint] =
                    below ? Vec3d(*placed_.joints[*below] +
                                  scale_ * turned(reference(joint) - reference(*below)))
                          : by_box(reference(joint));
                continue;
            }
            const double step = (reference(joint) - reference(*above)).norm();
            double rest = 0.0;
            for (auto at = below; at && *at != joint; at = rig_.joints[*at].parent)
                rest += (reference(*at) - reference(*rig_.joints[*at].parent)).norm();
            const Vec3d from = *placed_.joints[*above];
            if (!below || !(step + rest > 0.0)) {
                placed_.joints[joint] =
                    from + scale_ * turned(reference(joint) - reference(*above));
                continue;
            }
            const Vec3d way = *placed_.joints[*below] - from;
            placed_.joints[joint] = from + step / (step + rest) * way;
        }
    }

    std::optional<std::size_t> placed_below(std::size_t joint) const {
        for (std::size_t other = joint + 1; other < rig_.joints.size(); ++other) {
            if (!placed_.joints[other] || shape_.tips_below[other] < 2) continue;
            for (auto at = rig_.joints[other].parent; at; at = rig_.joints[*at].parent)
                if (*at == joint) return other;
        }
        return std::nullopt;
    }

    void place_limb(std::size_t tip) {
        const TemplateLimb& limb = shape_.limbs[tip];
        if (limb.joints.empty() || placed_.joints[limb.joints.front()]) return;
        const auto& line = lines_[tip];
        if (line.empty()) {
            if (!rig_.tips[tip].optional) place_unseen(limb);
            return;
        }
        const double length = line_length(line);
        for (std::size_t i = 0; i < limb.joints.size(); ++i) {
            const double beyond = limb.from_tip[i] - root_at_[tip];
            placed_.hidden[limb.joints[i]] = std::max(beyond, 0.0) / limb.length;
            placed_.joints[limb.joints[i]] =
                beyond <= 0.0 && root_at_[tip] > 0.0
                    ? point_along(line, length * limb.from_tip[i] / root_at_[tip])
                    : in_trunk(tip, reference(limb.joints[i]));
        }
    }

    // A joint of a limb that the trunk hides: between visible root and carrier as in the template,
    // by left, up and forward apart, so that legs that stand upright stay so inside.
    Vec3d in_trunk(std::size_t tip, const Vec3d& place) const {
        const auto carrier = shape_.limbs[tip].carrier;
        const Vec3d root = lines_[tip].back();
        if (!carrier) return root;
        const Vec3d from = reference_root(tip);
        const Vec3d way = reference(*carrier) - from;
        const Vec3d own =
            match_.body_from_template.transpose() * (*placed_.joints[*carrier] - root);
        // How far limbs are bent where they are hidden differs: straight columns, angled hind legs.
        // Half of the template's bend is right for neither and far off for none.
        const Vec3d first = reference(shape_.limbs[tip].joints.front());
        const double whole = (first - from).squaredNorm();
        const double along = whole > 0.0 ? (place - from).dot(first - from) / whole : 1.0;
        Vec3d moved = (place - from + along * (first - from)) / 2.0;
        for (Eigen::Index k = 0; k < 3; ++k) {
            const double stretch = std::abs(way[k]) > 0.0 ? own[k] / way[k] : scale_;
            moved[k] *= std::clamp(stretch, scale_ / kSizeRange, scale_ * kSizeRange);
        }
        return root + turned(moved);
    }

    // A limb that was not found: as the template has it.
    void place_unseen(const TemplateLimb& limb) {
        for (const std::size_t joint : limb.joints) {
            const auto parent = rig_.joints[joint].parent;
            placed_.joints[joint] =
                parent && placed_.joints[*parent]
                    ? Vec3d(*placed_.joints[*parent] +
                            scale_ * turned(reference(joint) - reference(*parent)))
                    : by_box(reference(joint));
        }
    }

    // Fingers, faces and the like go where the joint they hang on takes them.
    void place_details() {
        for (std::size_t joint = 0; joint < rig_.joints.size(); ++joint) {
            if (shape_.tips_below[joint] > 0) continue;
            const auto parent = rig_.joints[joint].parent;
            if (!parent || !placed_.joints[*parent]) continue;
            const auto [size, turn] = carried_by(*parent);
            placed_.joints[joint] = *placed_.joints[*parent] +
                                    size * (turn * turned(reference(joint) - reference(*parent)));
        }
    }

    // How the body has turned and sized the bone that leads to a joint.
    std::pair<double, Quatd> carried_by(std::size_t joint) const {
        while (shape_.tips_below[joint] == 0)
            joint = *rig_.joints[joint].parent;
        const auto parent = rig_.joints[joint].parent;
        if (!parent || !placed_.joints[*parent]) return {scale_, Quatd::Identity()};
        const Vec3d was = turned(reference(joint) - reference(*parent));
        const Vec3d is = *placed_.joints[joint] - *placed_.joints[*parent];
        if (was.norm() <= 0.0 || is.norm() <= 0.0) return {scale_, Quatd::Identity()};
        return {std::clamp(is.norm() / was.norm(), scale_ / kSizeRange, scale_ * kSizeRange),
                Quatd::FromTwoVectors(was, is)};
    }

    const RigTemplate& rig_;
    const TemplateShape& shape_;
    const LimbMatch& match_;
    const BodyField& body_;
    PlacedJoints placed_;
    std::vector<std::vector<Vec3d>> lines_;  // per tip, from the end to the root; or empty
    std::vector<double> root_at_;  // per tip: from it to where its limb is hidden, in the template
    double scale_ = 1.0;
    Vec3d template_center_ = Vec3d::Zero();
    Vec3d body_center_ = Vec3d::Zero();
    Vec3d stretch_ = Vec3d::Ones();
};

}  // namespace

PlacedJoints place_joints(const RigTemplate& rig, const TemplateShape& shape,
                          const LimbMatch& match, const BodyField& body,
                          std::span<const float> reach, std::span<const Extremity> ends,
                          const MirrorPlane* plane) {
    Placer placer(rig, shape, match, body);
    placer.trace(reach, ends);
    PlacedJoints placed = placer.run();
    settle_joints(body, shape, plane, placed);
    return placed;
}

}  // namespace isoskin
