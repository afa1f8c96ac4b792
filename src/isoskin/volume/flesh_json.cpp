#include "isoskin/volume/flesh_json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

namespace isoskin {
namespace {

using nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr double kSteps = 32767.0;
constexpr std::size_t kMostSamples = 10000;

template <typename Number>
std::string to_base64(const std::vector<Number>& numbers) {
    std::vector<std::uint8_t> bytes(numbers.size() * sizeof(Number));
    if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
    std::string text;
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        std::uint32_t group = 0;
        for (std::size_t b = 0; b < 3; ++b)
            group = group << 8U | (k + b < bytes.size() ? bytes[k + b] : 0U);
        for (std::size_t d = 0; d < 4; ++d)
            text += k + d <= bytes.size() ? kDigits[group >> (18U - 6U * d) & 63U] : '=';
    }
    return text;
}

template <typename Number>
bool from_base64(const std::string& text, std::vector<Number>& numbers) {
    std::vector<std::uint8_t> bytes;
    std::uint32_t group = 0;
    unsigned bits = 0;
    for (const char digit : text) {
        if (digit == '=') break;
        const char* found = std::strchr(kDigits, digit);
        if (digit == '\0' || found == nullptr) return false;
        group = group << 6U | static_cast<std::uint32_t>(found - kDigits);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<std::uint8_t>(group >> bits & 255U));
    }
    if (bytes.size() % sizeof(Number) != 0) return false;
    numbers.resize(bytes.size() / sizeof(Number));
    if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return true;
}

ordered_json to_json(const Vec3d& v) {
    return {v.x(), v.y(), v.z()};
}

// Refuses what is out of range by throwing away the whole.
class FleshParser {
  public:
    explicit FleshParser(const ordered_json& json) : json_(json) {}

    std::optional<FleshJoint> run() {
        FleshJoint joint;
        joint.joint = text("joint");
        joint.parent = text("parent");
        joint.mesh = count("mesh", 1U << 30U);
        joint.vertex_count = count("vertex_count", 1U << 30U);
        read_function(joint.function);
        std::vector<std::uint32_t> vertices;
        fails_ = fails_ || !from_base64(text("vertices"), vertices);
        for (const std::uint32_t vertex : vertices) {
            fails_ = fails_ || vertex >= joint.vertex_count;
            joint.vertices.push_back(vertex);
        }
        read_targets(joint);
        if (fails_) return std::nullopt;
        return joint;
    }

  private:
    std::string text(const char* word) {
        const auto found = json_.find(word);
        fails_ = fails_ || found == json_.end() || !found->is_string();
        return fails_ ? std::string() : found->get<std::string>();
    }
    std::size_t count(const char* word, std::size_t most) {
        const auto found = json_.find(word);
        fails_ = fails_ || found == json_.end() || !found->is_number_unsigned() ||
                 found->get<std::uint64_t>() > most;
        return fails_ ? 0 : found->get<std::size_t>();
    }
    std::vector<double> numbers(const char* word, std::size_t least, std::size_t most) {
        const auto found = json_.find(word);
        fails_ = fails_ || found == json_.end() || !found->is_array() || found->size() < least ||
                 found->size() > most;
        std::vector<double> list;
        for (std::size_t k = 0; !fails_ && k < found->size(); ++k) {
            const auto& entry = (*found)[k];
            fails_ = !entry.is_number() || !(std::abs(entry.get<double>()) < 1e30);
            if (!fails_) list.push_back(entry.get<double>());
        }
        return list;
    }
    Vec3d unit(const char* word) {
        const auto list = numbers(word, 3, 3);
        if (fails_) return Vec3d::UnitX();
        const Vec3d v(list[0], list[1], list[2]);
        fails_ = std::abs(v.norm() - 1.0) > 1e-6;
        return v;
    }

    void read_function(SwingFunction& function) {
        function.limb = unit("limb");
        function.across = {unit("first"), unit("second")};
        const auto range = numbers("range", 4, 4);
        for (std::size_t k = 0; k < range.size(); ++k) {
            fails_ = fails_ || range[k] < 0.0;
            function.range[k] = range[k];
        }
        const auto samples = numbers("samples", 2, 2 * kMostSamples);
        for (std::size_t k = 0; k + 1 < samples.size(); k += 2)
            function.samples.emplace_back(samples[k], samples[k + 1]);
        function.count = count("targets", kMostFleshTargets);
        const std::size_t wanted = (function.samples.size() + 3) * function.count;
        function.coefficients = numbers("coefficients", wanted, wanted);
    }

    void read_targets(FleshJoint& joint) {
        std::vector<std::int16_t> steps;
        fails_ = fails_ || !from_base64(text("moves"), steps) ||
                 steps.size() != 3 * joint.vertices.size() * joint.function.count;
        const auto largest = numbers("largest", joint.function.count, joint.function.count);
        if (fails_) return;
        auto step = steps.begin();
        for (const double most : largest) {
            auto& target = joint.targets.emplace_back(joint.vertices.size());
            for (Vec3& move : target)
                for (int c = 0; c < 3; ++c)
                    move[c] = static_cast<float>(*step++ / kSteps * most);
        }
    }

    const ordered_json& json_;
    bool fails_ = false;
};

}  // namespace

ordered_json flesh_to_json(const FleshJoint& joint) {
    const SwingFunction& function = joint.function;
    ordered_json json = {{"joint", joint.joint},
                         {"parent", joint.parent},
                         {"mesh", joint.mesh},
                         {"vertex_count", joint.vertex_count},
                         {"limb", to_json(function.limb)},
                         {"first", to_json(function.across[0])},
                         {"second", to_json(function.across[1])},
                         {"range", function.range},
                         {"targets", function.count}};
    std::vector<double> samples;
    for (const auto& sample : function.samples)
        samples.insert(samples.end(), {sample[0], sample[1]});
    json["samples"] = samples;
    json["coefficients"] = function.coefficients;
    std::vector<double> largest;
    std::vector<std::int16_t> steps;
    for (const auto& target : joint.targets) {
        double most = 1e-30;
        for (const Vec3& move : target)
            most = std::max(most, double(move.cwiseAbs().maxCoeff()));
        largest.push_back(most);
        for (const Vec3& move : target)
            for (int c = 0; c < 3; ++c)
                steps.push_back(static_cast<std::int16_t>(std::lround(move[c] / most * kSteps)));
    }
    json["largest"] = largest;
    json["vertices"] =
        to_base64(std::vector<std::uint32_t>(joint.vertices.begin(), joint.vertices.end()));
    json["moves"] = to_base64(steps);
    return json;
}

std::optional<FleshJoint> flesh_from_json(const ordered_json& json) {
    if (!json.is_object()) return std::nullopt;
    return FleshParser(json).run();
}

}  // namespace isoskin
