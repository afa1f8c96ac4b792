#include "isoskin/autorig/match_limbs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace isoskin {
namespace {

// Costs, as against the mean squared difference of places in a box of size one.
constexpr double kMissingTip = 0.15;     // a limb at the wrong end of the box costs as much
constexpr double kMissingOption = 0.02;  // a tail that no body has to have
constexpr double kLeftOver = 1.2;        // times how far an end stands out, in diagonals
constexpr double kHeadingCost = 0.02;    // a foot that points backwards costs twice as much
constexpr double kWays = 0.4;            // necks and tails differ more in length than in place
constexpr double kGirth = 0.02;          // tells the head of a snake from its tail
constexpr double kAsymmetry = 2.0;       // times the residual of the plane
constexpr double kUnwantedPlane = 0.4;   // a symmetric body is no hand
// Habits of files decide where nothing else does.
constexpr double kNotUpright = 0.02;
constexpr double kNotFacing = 0.01;
// Other assignments are followed this far, to know how clear the best one is.
constexpr double kMargin = 0.08;
// An end's mirror image is an end within this, in diagonals.
constexpr double kPairDistance = 0.1;

using Ends = std::vector<std::optional<std::size_t>>;

// Places as shares of a box; a flat side of the template's box counts little.
std::vector<Vec3d> in_box(std::span<const Vec3d> places, const Eigen::AlignedBox3d& box) {
    std::vector<Vec3d> shares;
    const Vec3d size = box.sizes().cwiseMax(1e-9 * box.diagonal().norm());
    for (const Vec3d& p : places)
        shares.push_back((p - box.min()).cwiseQuotient(size));
    return shares;
}

// A template that is its own mirror image has a place for the plane between left and right.
bool has_pairs(const TemplateShape& shape) {
    return std::all_of(shape.mirror_of_tip.begin(), shape.mirror_of_tip.end(),
                       [](const auto& mirror) { return mirror.has_value(); });
}

double best_residual(const BodyEnds& body) {
    double least = 1.0;
    for (const MirrorPlane& plane : body.planes)
        least = std::min(least, plane.residual);
    return least;
}

// One way a body may stand, and all assignments in it.
class FrameSearch {
  public:
    FrameSearch(const RigTemplate& rig, const TemplateShape& shape, const BodyEnds& body,
                const Mat3d& frame, double bound)
        : rig_(rig), shape_(shape), body_(body), frame_(frame) {
        best_.body_from_template = frame;
        best_.cost = bound;
        best_.end_of_tip.resize(rig.tips.size());
        best_with_.assign(rig.tips.size(), std::vector<double>(body.ends.size(), bound));
        std::vector<Vec3d> places;
        Eigen::AlignedBox3d box;
        box.extend(frame.transpose() * body.box.min());
        box.extend(frame.transpose() * body.box.max());
        for (const Extremity& end : body.ends)
            places.push_back(frame.transpose() * end.place);
        end_share_ = in_box(places, box);
        find_partners();
        fixed_cost_ = has_pairs(shape)                        ? kAsymmetry * plane().residual
                      : best_residual(body) < kMirrorResidual ? kUnwantedPlane
                                                              : 0.0;
        if (frame.col(1).y() < 0.9) fixed_cost_ += kNotUpright;
        if (frame.col(2).z() < 0.9) fixed_cost_ += kNotFacing;
        for (std::size_t tip = 0; tip < rig.tips.size(); ++tip) {
            const auto mirror = shape.mirror_of_tip[tip];
            if (!symmetric_ || !mirror || *mirror >= tip) units_.push_back(tip);
        }
    }

    LimbMatch run() {
        // With and without what a body may lack: the template's box depends on it.
        for (const bool optional_too : {true, false}) {
            allow_optional_ = optional_too;
            measure_template();
            chosen_.assign(rig_.tips.size(), std::nullopt);
            taken_.assign(body_.ends.size(), 0);
            descend(0, fixed_cost_);
            if (std::none_of(rig_.tips.begin(), rig_.tips.end(),
                             [](const TemplateTip& tip) { return tip.optional; }))
                break;
        }
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip) {
            double next = std::numeric_limits<double>::infinity();
            for (std::size_t end = 0; end < body_.ends.size(); ++end)
                if (best_.end_of_tip[tip] != end) next = std::min(next, best_with_[tip][end]);
            best_.margin.push_back(next - best_.cost);
        }
        return best_;
    }

    static bool usable(const TemplateShape& shape, const BodyEnds& body, const Mat3d& frame) {
        // A body with a clear plane of symmetry has it between left and right.
        if (!has_pairs(shape)) return true;
        Eigen::Index axis = 0;
        frame.col(0).cwiseAbs().maxCoeff(&axis);
        return best_residual(body) > kMirrorResidual ||
               body.planes[static_cast<std::size_t>(axis)].residual <= kMirrorResidual;
    }

  private:
    const MirrorPlane& plane() const {
        Eigen::Index axis = 0;
        frame_.col(0).cwiseAbs().maxCoeff(&axis);
        return body_.planes[static_cast<std::size_t>(axis)];
    }

    void find_partners() {
        symmetric_ = plane().residual <= kMirrorResidual;
        const double within = kPairDistance * body_.box.diagonal().norm();
        std::vector<std::optional<std::size_t>> image(body_.ends.size());
        for (std::size_t i = 0; i < image.size(); ++i) {
            double least = within;
            for (std::size_t j = 0; j < image.size(); ++j) {
                const double away =
                    (plane().image(body_.ends[i].place) - body_.ends[j].place).norm();
                if (away < least) {
                    least = away;
                    image[i] = j;
                }
            }
        }
        partner_ = image;
        for (std::size_t i = 0; i < image.size(); ++i)
            if (image[i] && image[*image[i]] != i) partner_[i].reset();
    }

    void measure_template() {
        Eigen::AlignedBox3d box;
        std::vector<Vec3d> places;
        for (const TemplateTip& tip : rig_.tips) {
            places.push_back(tip.place);
            if (allow_optional_ || !tip.optional) box.extend(tip.place);
        }
        for (std::size_t joint = 0; joint < rig_.joints.size(); ++joint)
            if (allow_optional_ || shape_.tips_below[joint] > 1)
                box.extend(rig_.joints[joint].place);
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip)
            if (allow_optional_ || !rig_.tips[tip].optional)
                for (const std::size_t joint : shape_.limbs[tip].joints)
                    box.extend(rig_.joints[joint].place);
        tip_share_ = in_box(places, box);
        axis_weight_ = box.sizes() / box.sizes().maxCoeff();
        // Likely ends first: the sooner a good match is known, the less is searched.
        order_.assign(rig_.tips.size(), std::vector<std::size_t>(body_.ends.size()));
        for (std::size_t tip = 0; tip < rig_.tips.size(); ++tip) {
            std::iota(order_[tip].begin(), order_[tip].end(), std::size_t{0});
            std::stable_sort(order_[tip].begin(), order_[tip].end(),
                             [&](std::size_t a, std::size_t b) {
                                 return place_cost(tip, a) < place_cost(tip, b);
                             });
        }
    }

    double place_cost(std::size_t tip, std::size_t end) const {
        const Vec3d away = tip_share_[tip] - end_share_[end];
        const Vec3d last = rig_.tips[tip].place - rig_.joints[rig_.tips[tip].joint].place;
        const Vec3d heading = frame_.transpose() * body_.ends[end].heading;
        const double turned = last.norm() > 0.0 ? 1.0 - heading.dot(last.normalized()) : 0.0;
        return (away.cwiseAbs2().dot(axis_weight_) + kHeadingCost * turned) /
               static_cast<double>(rig_.tips.size());
    }

    double bound() const { return best_.cost + kMargin; }

    void descend(std::size_t at, double cost) {
        if (cost >= bound()) return;
        if (at == units_.size()) {
            finish(cost);
            return;
        }
        const std::size_t tip = units_[at];
        const auto mirror = shape_.mirror_of_tip[tip];
        const bool pair = symmetric_ && mirror && *mirror != tip;
        if (!rig_.tips[tip].optional || allow_optional_)
            for (const std::size_t end : order_[tip]) {
                if (taken_[end]) continue;
                if (pair)
                    try_pair(at, cost, tip, *mirror, end);
                else if (!symmetric_ || !partner_[end] || *partner_[end] == end || !mirror)
                    try_single(at, cost, tip, end);
            }
        const double missing = rig_.tips[tip].optional ? kMissingOption : kMissingTip;
        descend(at + 1, cost + (pair ? 2.0 : 1.0) * missing);
    }

    void try_single(std::size_t at, double cost, std::size_t tip, std::size_t end) {
        chosen_[tip] = end;
        taken_[end] = 1;
        descend(at + 1, cost + place_cost(tip, end));
        taken_[end] = 0;
        chosen_[tip].reset();
    }

    void try_pair(std::size_t at, double cost, std::size_t tip, std::size_t other,
                  std::size_t end) {
        const auto partner = partner_[end];
        if (!partner || *partner == end || taken_[*partner]) return;
        const bool same_side = (tip_share_[tip].x() > tip_share_[other].x()) ==
                               (end_share_[end].x() > end_share_[*partner].x());
        if (!same_side) return;
        chosen_[other] = *partner;
        taken_[*partner] = 1;
        try_single(at, cost + place_cost(other, *partner), tip, end);
        taken_[*partner] = 0;
        chosen_[other].reset();
    }

    // Ways from tip to tip against the template's, each over its mean; 0 with fewer than two.
    double way_cost() const {
        double own_sum = 0.0;
        double template_sum = 0.0;
        std::vector<std::pair<double, double>> ways;
        for (std::size_t a = 0; a < chosen_.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (chosen_[a] && chosen_[b]) {
                    ways.emplace_back(body_.between[*chosen_[a]][*chosen_[b]],
                                      shape_.between_tips[a][b]);
                    own_sum += ways.back().first;
                    template_sum += ways.back().second;
                }
        double cost = 0.0;
        const auto count = static_cast<double>(ways.size());
        for (const auto& [own, reference] : ways) {
            const double away = own / own_sum - reference / template_sum;
            cost += away * away * count;
        }
        return kWays * cost;
    }

    double girth_cost() const {
        double cost = 0.0;
        double pairs = 0.0;
        for (std::size_t a = 0; a < chosen_.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                if (!chosen_[a] || !chosen_[b]) continue;
                if (rig_.tips[a].girth <= 0.0 || rig_.tips[b].girth <= 0.0) continue;
                const double away =
                    std::log(body_.ends[*chosen_[a]].girth / body_.ends[*chosen_[b]].girth) -
                    std::log(rig_.tips[a].girth / rig_.tips[b].girth);
                cost += away * away;
                pairs += 1.0;
            }
        return pairs > 0.0 ? kGirth * cost / pairs : 0.0;
    }

    void finish(double cost) {
        double misfit = way_cost() + girth_cost();
        for (std::size_t tip = 0; tip < chosen_.size(); ++tip)
            if (chosen_[tip]) misfit += place_cost(tip, *chosen_[tip]);
        cost += way_cost() + girth_cost();
        for (std::size_t end = 0; end < body_.ends.size(); ++end)
            if (!taken_[end])
                cost += kLeftOver * body_.ends[end].prominence / body_.box.diagonal().norm();
        for (std::size_t tip = 0; tip < chosen_.size(); ++tip)
            if (chosen_[tip])
                best_with_[tip][*chosen_[tip]] = std::min(best_with_[tip][*chosen_[tip]], cost);
        if (cost >= best_.cost) return;
        best_ = {frame_, chosen_, cost, misfit, {}, 0.0, symmetric_};
    }

    const RigTemplate& rig_;
    const TemplateShape& shape_;
    const BodyEnds& body_;
    const Mat3d frame_;
    LimbMatch best_;
    std::vector<std::vector<double>> best_with_;  // per tip and end: the cheapest so far
    std::vector<Vec3d> end_share_;
    std::vector<Vec3d> tip_share_;
    Vec3d axis_weight_ = Vec3d::Ones();
    std::vector<std::optional<std::size_t>> partner_;
    std::vector<std::size_t> units_;
    std::vector<std::vector<std::size_t>> order_;  // per tip: ends, the likeliest first
    Ends chosen_;
    std::vector<char> taken_;
    double fixed_cost_ = 0.0;
    bool symmetric_ = false;
    bool allow_optional_ = true;
};

}  // namespace

std::vector<Mat3d> standing_frames(const std::optional<Vec3d>& up,
                                   const std::optional<Vec3d>& facing) {
    std::vector<Mat3d> frames;
    for (int y = 0; y < 6; ++y)
        for (int z = 0; z < 6; ++z) {
            if (y % 3 == z % 3) continue;
            const Vec3d above = (y < 3 ? 1.0 : -1.0) * Vec3d::Unit(y % 3);
            const Vec3d ahead = (z < 3 ? 1.0 : -1.0) * Vec3d::Unit(z % 3);
            // Half the way to the next axis and more: the nearest one.
            if ((up && up->normalized().dot(above) < 0.8) ||
                (facing && facing->normalized().dot(ahead) < 0.8))
                continue;
            Mat3d frame;
            frame << above.cross(ahead), above, ahead;
            frames.push_back(frame);
        }
    return frames;
}

LimbMatch match_limbs(const RigTemplate& rig, const TemplateShape& shape, const BodyEnds& body,
                      std::span<const Mat3d> frames) {
    assert(!frames.empty());
    std::vector<Mat3d> usable;
    for (const Mat3d& frame : frames)
        if (FrameSearch::usable(shape, body, frame)) usable.push_back(frame);
    if (usable.empty()) usable.assign(frames.begin(), frames.end());
    // Where nothing is found: worse than anything that is.
    double bound = 1.0 + kMissingTip * static_cast<double>(rig.tips.size()) +
                   kLeftOver * static_cast<double>(body.ends.size());
    std::optional<LimbMatch> best;
    for (const Mat3d& frame : usable)
        for (const double side : {1.0, -1.0}) {
            if (side < 0.0 && !rig.either_hand) continue;
            Mat3d seen = frame;
            seen.col(0) *= side;
            LimbMatch match = FrameSearch(rig, shape, body, seen, bound).run();
            match.other_stand = bound;
            if (!best || match.cost < best->cost) {
                if (best) match.other_stand = best->cost;
                best = std::move(match);
                // A little more than the best, so that it is known how clear it is.
                bound = std::min(bound, best->cost + kMargin);
            } else {
                best->other_stand = std::min(best->other_stand, match.cost);
            }
        }
    best->other_stand -= best->cost;
    return *best;
}

}  // namespace isoskin
