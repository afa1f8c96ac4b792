#include "isoskin/io/clip_json.h"

#include <cmath>
#include <limits>
#include <map>

#include "isoskin/io/json_text.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

using nlohmann::json;

// What the keys of one joint say of one property, in order of time.
struct Track {
    std::vector<float> times;
    std::vector<Eigen::Vector4d> values;  // x y z and, for rotations, w
};
using Tracks = std::map<std::pair<std::size_t, ChannelPath>, Track>;

enum class Reference { Stored, Parent };

class ClipParser {
  public:
    ClipParser(const Character& character, std::string_view file)
        : skeleton_(character.skeleton), file_(file) {}

    Result<Clip> run(const json& document) {
        if (!document.is_object()) return fault("the document is not an object");
        for (const auto& [word, value] : document.items())
            if (auto defect = parse_setting(word, value)) return *std::move(defect);
        const auto keys = document.find("keys");
        if (keys == document.end() || !keys->is_array() || keys->empty())
            return fault("'keys' is not a list of keys");
        for (const json& key : *keys)
            if (auto defect = parse_key(key)) return *std::move(defect);
        return build();
    }

  private:
    Error fault(const std::string& what) const { return invalid(std::string(file_) + ": " + what); }
    Error fault_in_key(const std::string& what) const {
        return fault("key " + std::to_string(key_number_) + ": " + what);
    }

    std::optional<Error> parse_setting(const std::string& word, const json& value) {
        if (word == "name" && value.is_string()) {
            clip_.name = value.get<std::string>();
        } else if (word == "relative_to" && value == "stored") {
            reference_ = Reference::Stored;
        } else if (word == "relative_to" && value == "parent") {
            reference_ = Reference::Parent;
        } else if (word == "interpolation" && value == "step") {
            interpolation_ = Interpolation::Step;
        } else if (word == "interpolation" && value == "linear") {
            interpolation_ = Interpolation::Linear;
        } else if (word == "interpolation" && value == "smooth") {
            interpolation_ = Interpolation::CubicSpline;
        } else if (word == "name" || word == "relative_to" || word == "interpolation") {
            return fault("'" + word + "' has a value that is not known");
        } else if (word != "keys" && word != "comment") {
            return fault(in_quotes(word) + " is not a word of this format");
        }
        return std::nullopt;
    }

    std::optional<Error> parse_key(const json& key) {
        ++key_number_;
        if (!key.is_object()) return fault_in_key("is not an object");
        for (const auto& [word, value] : key.items())
            if (word != "time" && word != "joints")
                return fault_in_key(in_quotes(word) + " is not a word of this format");
        const auto time = key.find("time");
        if (time == key.end() || !time->is_number()) return fault_in_key("'time' is not a number");
        const double seconds = time->get<double>();
        if (!(seconds >= 0.0 && seconds <= 1e6)) return fault_in_key("'time' is out of range");
        if (key_number_ > 1 && !(static_cast<float>(seconds) > time_))
            return fault_in_key("'time' is not later than that of the key before");
        time_ = static_cast<float>(seconds);
        const auto joints = key.find("joints");
        if (joints == key.end() || !joints->is_object())
            return fault_in_key("'joints' is not an object");
        for (const auto& [name, transform] : joints->items())
            if (auto defect = parse_joint(name, transform)) return defect;
        return std::nullopt;
    }

    std::optional<Error> parse_joint(const std::string& name, const json& transform) {
        const auto joint = skeleton_.find(name);
        if (!joint) return fault_in_key("the character has no joint " + in_quotes(name));
        if (!transform.is_object())
            return fault_in_key("joint " + in_quotes(name) + " is not an object");
        if (transform.contains("rotate") && transform.contains("quaternion"))
            return fault_in_key("joint " + in_quotes(name) + " has both 'rotate' and 'quaternion'");
        for (const auto& [word, value] : transform.items()) {
            Eigen::Vector4d numbers = Eigen::Vector4d::Zero();
            const bool quaternion = word == "quaternion";
            if (!quaternion && word != "rotate" && word != "translate" && word != "scale")
                return fault_in_key("joint " + in_quotes(name) + ": " + in_quotes(word) +
                                    " is not a word of this format");
            if (!read_numbers(value, quaternion ? 4 : 3, numbers))
                return fault_in_key("joint " + in_quotes(name) + ": '" + word +
                                    "' is not a list of " + (quaternion ? "four" : "three") +
                                    " numbers");
            if (quaternion && !(numbers.norm() > 1e-9))
                return fault_in_key("joint " + in_quotes(name) + ": 'quaternion' is zero");
            add_value(*joint, word, numbers);
        }
        return std::nullopt;
    }

    static bool read_numbers(const json& value, std::size_t count, Eigen::Vector4d& out) {
        if (!value.is_array() || value.size() != count) return false;
        for (std::size_t i = 0; i < count; ++i) {
            if (!value[i].is_number()) return false;
            const double number = value[i].get<double>();
            if (!(std::abs(number) <= 1e30)) return false;
            out[static_cast<Eigen::Index>(i)] = number;
        }
        return true;
    }

    void add_value(std::size_t joint, const std::string& word, const Eigen::Vector4d& numbers) {
        const Transform& stored = skeleton_.joints()[joint].parent_from_joint;
        const bool relative = reference_ == Reference::Stored;
        const Vec3d vector = numbers.head<3>();
        if (word == "translate") {
            add(joint, ChannelPath::Translation, relative ? stored.translation + vector : vector);
        } else if (word == "scale") {
            add(joint, ChannelPath::Scale, relative ? stored.scale.cwiseProduct(vector) : vector);
        } else {
            Quatd turn = word == "rotate" ? rotation_from_euler_xyz(vector * (kPi / 180.0))
                                          : Quatd(numbers).normalized();
            if (relative) turn = stored.rotation * turn;
            add_rotation(joint, turn);
        }
    }

    void add(std::size_t joint, ChannelPath path, const Vec3d& value) {
        Track& track = tracks_[{joint, path}];
        track.times.push_back(time_);
        track.values.emplace_back(value.x(), value.y(), value.z(), 0.0);
    }

    // q and -q are one rotation; neighbours on one side let components be interpolated.
    void add_rotation(std::size_t joint, const Quatd& turn) {
        Track& track = tracks_[{joint, ChannelPath::Rotation}];
        Eigen::Vector4d value = turn.coeffs();
        if (!track.values.empty() && track.values.back().dot(value) < 0.0) value = -value;
        track.times.push_back(time_);
        track.values.push_back(value);
    }

    Result<Clip> build() {
        for (const auto& [target, track] : tracks_) {
            Channel channel;
            channel.target = target.first;
            channel.path = target.second;
            channel.interpolation = interpolation_;
            channel.times = track.times;
            fill_values(track, channel);
            clip_.channels.push_back(std::move(channel));
        }
        if (clip_.channels.empty()) return fault("no key moves a joint");
        return std::move(clip_);
    }

    static void fill_values(const Track& track, Channel& channel) {
        const Eigen::Index width = channel.path == ChannelPath::Rotation ? 4 : 3;
        const auto append = [&](const Eigen::Vector4d& v) {
            for (Eigen::Index i = 0; i < width; ++i)
                channel.values.push_back(static_cast<float>(v[i]));
        };
        for (std::size_t key = 0; key < track.values.size(); ++key) {
            if (channel.interpolation != Interpolation::CubicSpline) {
                append(track.values[key]);
                continue;
            }
            const Eigen::Vector4d tangent = slope_at(track, key);
            append(tangent);
            append(track.values[key]);
            append(tangent);
        }
    }

    // Catmull and Rom's slope: from neighbour to neighbour. A track that ends where it began goes
    // on from its end to its beginning, so that it loops without a jerk; others come to rest.
    static Eigen::Vector4d slope_at(const Track& track, std::size_t key) {
        const std::vector<float>& times = track.times;
        const std::vector<Eigen::Vector4d>& values = track.values;
        const std::size_t last = values.size() - 1;
        const auto between = [&](std::size_t a, std::size_t b, double seconds) -> Eigen::Vector4d {
            return (values[b] - values[a]) / seconds;
        };
        if (key > 0 && key < last)
            return between(key - 1, key + 1, double{times[key + 1]} - times[key - 1]);
        const bool loops = last >= 2 && (values[0] - values[last]).norm() < 1e-6;
        if (!loops) return Eigen::Vector4d::Zero();
        return between(last - 1, 1,
                       double{times[last]} - times[last - 1] + double{times[1]} - times[0]);
    }

    const Skeleton& skeleton_;
    std::string_view file_;
    Clip clip_;
    Reference reference_ = Reference::Stored;
    Interpolation interpolation_ = Interpolation::Linear;
    Tracks tracks_;
    std::size_t key_number_ = 0;
    float time_ = 0.0F;
};

}  // namespace

Result<Clip> parse_clip_json(std::string_view text, const Character& character,
                             std::string_view file) {
    const auto document = parse_json(text, file);
    if (!document) return document.error();
    return ClipParser(character, file).run(*document);
}

Result<Clip> read_clip_json(const std::filesystem::path& path, const Character& character) {
    const auto text = read_marked_text(path);
    if (!text) return text.error();
    auto clip = parse_clip_json(*text, character, path.string());
    if (clip && clip->name.empty()) clip->name = path.stem().string();
    return clip;
}

}  // namespace isoskin
