#include <algorithm>
#include <cmath>
#include <utility>

#include "isoskin/io/bvh.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

constexpr std::size_t kMaxDepth = 4096;

std::optional<BvhChannel> channel_from_word(std::string_view word) {
    const std::string lower = lower_case(word);
    if (lower.empty() || lower[0] < 'x' || lower[0] > 'z') return std::nullopt;
    const int axis = lower[0] - 'x';
    if (lower.substr(1) == "position") return static_cast<BvhChannel>(axis);
    if (lower.substr(1) == "rotation") return static_cast<BvhChannel>(axis + 3);
    return std::nullopt;
}

// Words with the line each stands on. A joint's name is the rest of its line.
class WordReader {
  public:
    explicit WordReader(std::string_view text) : lines_(text) {}

    std::string_view next() {
        while (at_ >= words_.size()) {
            if (!lines_.next()) return {};
            split_words(lines_.line(), words_);
            at_ = 0;
        }
        return words_[at_++];
    }
    std::string rest_of_line() {
        std::string rest;
        for (; at_ < words_.size() && words_[at_] != "{"; ++at_)
            rest += (rest.empty() ? "" : " ") + std::string(words_[at_]);
        return rest;
    }
    std::size_t line() const { return lines_.number(); }

  private:
    LineReader lines_;
    std::vector<std::string_view> words_;
    std::size_t at_ = 0;
};

double value_at(const BvhFile& bvh, const BvhJoint& joint, std::size_t frame, std::size_t i) {
    return bvh.values[frame * bvh.channel_count + joint.first_channel + i];
}

// Some exporters give every joint position channels and leave them at zero.
bool keeps_offset(const BvhFile& bvh, const BvhJoint& joint) {
    if (!joint.parent) return false;
    for (std::size_t i = 0; i < joint.channels.size(); ++i) {
        if (joint.channels[i] > BvhChannel::PositionZ) continue;
        for (std::size_t frame = 0; frame < bvh.frame_count; ++frame)
            if (std::abs(value_at(bvh, joint, frame, i)) > 1e-5) return false;
    }
    return true;
}

class BvhParser {
  public:
    BvhParser(std::string_view text, std::string_view name) : words_(text), name_(name) {}

    Result<BvhFile> run() {
        if (lower_case(words_.next()) != "hierarchy")
            return fault("a BVH file starts with HIERARCHY");
        std::string word = lower_case(words_.next());
        while (word == "root") {
            if (auto defect = parse_tree()) return *std::move(defect);
            word = lower_case(words_.next());
        }
        if (file_.joints.empty()) return fault("there is no ROOT");
        if (word != "motion") return fault(found(word) + " stands where MOTION should");
        if (auto defect = parse_motion()) return *std::move(defect);
        for (BvhJoint& joint : file_.joints)
            joint.keeps_offset = keeps_offset(file_, joint);
        return std::move(file_);
    }

  private:
    Error fault(const std::string& what) const { return invalid_at(name_, words_.line(), what); }

    static std::string found(std::string_view word) {
        return word.empty() ? "the end of the file" : in_quotes(word);
    }

    std::optional<Error> expect(std::string_view expected) {
        const auto word = words_.next();
        if (lower_case(word) == expected) return std::nullopt;
        return fault(found(word) + " stands where '" + std::string(expected) + "' should");
    }

    std::optional<Error> parse_double(double& out) {
        const auto word = words_.next();
        const auto number = parse_number(word);
        if (!number) return fault(found(word) + " is not a number");
        out = *number;
        return std::nullopt;
    }

    std::optional<Error> parse_count(std::size_t& out) {
        const auto word = words_.next();
        const auto number = parse_integer(word);
        if (!number || *number < 0) return fault(found(word) + " is not a count");
        out = static_cast<std::size_t>(*number);
        return std::nullopt;
    }

    void open_joint(std::string name, bool end_site) {
        BvhJoint joint;
        joint.name = std::move(name);
        if (!open_.empty()) joint.parent = open_.back();
        joint.end_site = end_site;
        joint.first_channel = file_.channel_count;
        open_.push_back(file_.joints.size());
        file_.joints.push_back(std::move(joint));
    }

    // One root with everything below it, without recursion: depth is the length of `open_`.
    std::optional<Error> parse_tree() {
        open_joint(words_.rest_of_line(), false);
        if (auto defect = expect("{")) return defect;
        while (!open_.empty()) {
            const auto word = words_.next();
            const std::string keyword = lower_case(word);
            std::optional<Error> defect;
            if (keyword == "}")
                open_.pop_back();
            else if (keyword == "offset")
                defect = parse_offset();
            else if (keyword == "channels")
                defect = parse_channels();
            else if (keyword == "joint" || keyword == "end")
                defect = parse_child(keyword);
            else
                defect = fault(found(word) + " has no place in joint " +
                               in_quotes(file_.joints[open_.back()].name));
            if (defect) return defect;
        }
        return std::nullopt;
    }

    std::optional<Error> parse_child(std::string_view keyword) {
        if (open_.size() >= kMaxDepth) return fault("joints are nested too deeply");
        const bool end_site = keyword == "end";
        std::string name = words_.rest_of_line();
        if (end_site) name = file_.joints[open_.back()].name + " end";
        open_joint(std::move(name), end_site);
        return expect("{");
    }

    std::optional<Error> parse_offset() {
        Vec3d& offset = file_.joints[open_.back()].offset;
        for (Eigen::Index axis = 0; axis < 3; ++axis)
            if (auto defect = parse_double(offset[axis])) return defect;
        return std::nullopt;
    }

    std::optional<Error> parse_channels() {
        std::size_t count = 0;
        if (auto defect = parse_count(count)) return defect;
        BvhJoint& joint = file_.joints[open_.back()];
        if (!joint.channels.empty())
            return fault("joint " + in_quotes(joint.name) + " has CHANNELS twice");
        joint.first_channel = file_.channel_count;
        for (std::size_t i = 0; i < count; ++i) {
            const auto word = words_.next();
            const auto channel = channel_from_word(word);
            if (!channel) return fault(found(word) + " is not a channel");
            joint.channels.push_back(*channel);
            ++file_.channel_count;
        }
        return std::nullopt;
    }

    std::optional<Error> parse_motion() {
        if (auto defect = expect("frames:")) return defect;
        if (auto defect = parse_count(file_.frame_count)) return defect;
        if (auto defect = expect("frame")) return defect;
        if (auto defect = expect("time:")) return defect;
        if (auto defect = parse_double(file_.frame_time)) return defect;
        if (!(file_.frame_time >= 0.0)) return fault("the frame time is negative");
        if (file_.frame_count == 0) return fault("there are no frames");
        if (file_.channel_count == 0) return fault("no joint has channels");
        for (std::size_t frame = 0; frame < file_.frame_count; ++frame)
            for (std::size_t channel = 0; channel < file_.channel_count; ++channel) {
                double value = 0.0;
                if (auto defect = parse_double(value))
                    return invalid(defect->message + " (frame " + std::to_string(frame + 1) +
                                   " of " + std::to_string(file_.frame_count) + ")");
                file_.values.push_back(value);
            }
        return std::nullopt;
    }

    WordReader words_;
    std::string_view name_;
    BvhFile file_;
    std::vector<std::size_t> open_;
};

}  // namespace

Result<BvhFile> parse_bvh(std::string_view text, std::string_view name) {
    return BvhParser(text, name).run();
}

Transform local_transform(const BvhFile& bvh, std::size_t index, std::size_t frame) {
    const BvhJoint& joint = bvh.joints[index];
    Transform local;
    local.translation = joint.offset;
    for (std::size_t i = 0; i < joint.channels.size(); ++i) {
        const auto kind = static_cast<Eigen::Index>(joint.channels[i]);
        const double value = value_at(bvh, joint, frame, i);
        if (kind < 3) {
            local.translation[kind] = value;
        } else {
            const Vec3d axis = Vec3d::Unit(kind - 3);
            local.rotation = local.rotation * Eigen::AngleAxisd(value * kPi / 180.0, axis);
        }
    }
    if (joint.keeps_offset) local.translation = joint.offset;
    local.rotation.normalize();
    return local;
}

std::vector<float> frame_times(const BvhFile& bvh) {
    std::vector<float> times(bvh.frame_count);
    for (std::size_t frame = 0; frame < times.size(); ++frame)
        times[frame] = static_cast<float>(bvh.frame_time * static_cast<double>(frame));
    return times;
}

}  // namespace isoskin
