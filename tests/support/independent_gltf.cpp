#include "support/independent_gltf.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace isoskin::independent {
namespace {

using Json = nlohmann::json;
using Bytes = std::string;
using Matrix = std::array<std::array<double, 4>, 4>;  // row, column
using Row = std::vector<double>;

Bytes load(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

template <typename T>
T at(const Bytes& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

Bytes from_base64(const std::string& text) {
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Bytes bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const auto value = alphabet.find(c);
        if (value == std::string::npos) break;
        bits = (bits << 6U | static_cast<unsigned>(value)) & 0xFFFFFU;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU);
    }
    return bytes;
}

struct File {
    Json json;
    std::vector<Bytes> buffers;
};

File open(const std::filesystem::path& path) {
    const Bytes raw = load(path);
    File file;
    Bytes binary;
    if (raw.substr(0, 4) == "glTF") {
        const std::size_t json_size = at<std::uint32_t>(raw, 12);
        file.json = Json::parse(raw.substr(20, json_size));
        if (raw.size() > 28 + json_size) binary = raw.substr(28 + json_size);
    } else {
        file.json = Json::parse(raw);
    }
    for (const Json& buffer : file.json.value("buffers", Json::array())) {
        const std::string uri = buffer.value("uri", "");
        if (uri.empty())
            file.buffers.push_back(binary);
        else if (uri.substr(0, 5) == "data:")
            file.buffers.push_back(from_base64(uri.substr(uri.find(',') + 1)));
        else
            file.buffers.push_back(load(path.parent_path() / uri));
    }
    return file;
}

double component(const Bytes& bytes, std::size_t offset, int type, bool normalized) {
    switch (type) {
        case 5120:
            return normalized ? std::max(at<std::int8_t>(bytes, offset) / 127.0, -1.0)
                              : at<std::int8_t>(bytes, offset);
        case 5121:
            return at<std::uint8_t>(bytes, offset) / (normalized ? 255.0 : 1.0);
        case 5122:
            return normalized ? std::max(at<std::int16_t>(bytes, offset) / 32767.0, -1.0)
                              : at<std::int16_t>(bytes, offset);
        case 5123:
            return at<std::uint16_t>(bytes, offset) / (normalized ? 65535.0 : 1.0);
        case 5125:
            return at<std::uint32_t>(bytes, offset);
        default:
            return static_cast<double>(at<float>(bytes, offset));
    }
}

std::size_t size_of(int type) {
    return type < 5122 ? 1 : type < 5124 ? 2 : 4;
}

std::size_t width_of(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "MAT4") return 16;
    return static_cast<std::size_t>(type.back() - '0');
}

// One row of numbers for each element.
std::vector<Row> elements(const File& file, const Json& accessor) {
    const std::size_t count = accessor["count"];
    const std::size_t width = width_of(accessor["type"]);
    const int type = accessor["componentType"];
    const bool normalized = accessor.value("normalized", false);
    const auto fill = [&](const Json& place, std::size_t rows, std::size_t columns, int kind,
                          bool fraction, auto store) {
        const Json& view = file.json["bufferViews"][place["bufferView"].get<std::size_t>()];
        const std::size_t start =
            view.value("byteOffset", std::size_t{0}) + place.value("byteOffset", std::size_t{0});
        const std::size_t stride = view.value("byteStride", columns * size_of(kind));
        const Bytes& bytes = file.buffers[view["buffer"].get<std::size_t>()];
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t c = 0; c < columns; ++c)
                store(i, c,
                      component(bytes, start + i * stride + c * size_of(kind), kind, fraction));
    };
    std::vector<Row> values(count, Row(width, 0.0));
    if (accessor.contains("bufferView"))
        fill(accessor, count, width, type, normalized,
             [&](std::size_t i, std::size_t c, double v) { values[i][c] = v; });
    if (accessor.contains("sparse")) {
        const Json& sparse = accessor["sparse"];
        const std::size_t changed = sparse["count"];
        std::vector<std::size_t> index(changed);
        fill(sparse["indices"], changed, 1, sparse["indices"]["componentType"], false,
             [&](std::size_t i, std::size_t, double v) { index[i] = static_cast<std::size_t>(v); });
        fill(sparse["values"], changed, width, type, normalized,
             [&](std::size_t i, std::size_t c, double v) { values[index[i]][c] = v; });
    }
    return values;
}

std::vector<Row> elements(const File& file, std::size_t accessor) {
    return elements(file, file.json["accessors"][accessor]);
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c{};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            for (std::size_t k = 0; k < 4; ++k)
                c[i][j] += a[i][k] * b[k][j];
    return c;
}

Matrix from_columns(const Row& numbers) {
    Matrix m{};
    for (std::size_t i = 0; i < 16; ++i)
        m[i % 4][i / 4] = numbers[i];
    return m;
}

Matrix from_trs(const Row& t, const Row& q, const Row& s) {
    const double x = q[0];
    const double y = q[1];
    const double z = q[2];
    const double w = q[3];
    return {{{(1 - 2 * (y * y + z * z)) * s[0], 2 * (x * y - z * w) * s[1],
              2 * (x * z + y * w) * s[2], t[0]},
             {2 * (x * y + z * w) * s[0], (1 - 2 * (x * x + z * z)) * s[1],
              2 * (y * z - x * w) * s[2], t[1]},
             {2 * (x * z - y * w) * s[0], 2 * (y * z + x * w) * s[1],
              (1 - 2 * (x * x + y * y)) * s[2], t[2]},
             {0, 0, 0, 1}}};
}

Row unit(Row q) {
    double length = 0.0;
    for (const double c : q)
        length += c * c;
    for (double& c : q)
        c /= std::sqrt(length);
    return q;
}

Row slerp(const Row& a, Row b, double u) {
    double cosine = 0.0;
    for (std::size_t i = 0; i < 4; ++i)
        cosine += a[i] * b[i];
    if (cosine < 0.0) {
        for (double& c : b)
            c = -c;
        cosine = -cosine;
    }
    const double angle = std::acos(std::min(cosine, 1.0));
    Row q(4);
    for (std::size_t i = 0; i < 4; ++i)
        q[i] = angle < 1e-6 ? a[i] + u * (b[i] - a[i])
                            : (std::sin((1 - u) * angle) * a[i] + std::sin(u * angle) * b[i]) /
                                  std::sin(angle);
    return q;
}

// The value of a sampler at a time, `width` numbers.
Row sample(const File& file, const Json& sampler, double time, std::size_t width, bool rotation) {
    const auto times = elements(file, sampler["input"].get<std::size_t>());
    Row flat;
    for (const Row& row : elements(file, sampler["output"].get<std::size_t>()))
        flat.insert(flat.end(), row.begin(), row.end());
    const std::string mode = sampler.value("interpolation", "LINEAR");
    const bool cubic = mode == "CUBICSPLINE";
    const auto part = [&](std::size_t key, std::size_t third) {
        const std::size_t start = (cubic ? 3 * key + third : key) * width;
        return Row(flat.begin() + static_cast<std::ptrdiff_t>(start),
                   flat.begin() + static_cast<std::ptrdiff_t>(start + width));
    };
    const auto finish = [&](const Row& row) { return rotation ? unit(row) : row; };
    std::size_t key = 0;
    while (key + 1 < times.size() && times[key + 1][0] <= time)
        ++key;
    if (time <= times[0][0] || key + 1 == times.size() || mode == "STEP")
        return finish(part(key, 1));
    const double length = times[key + 1][0] - times[key][0];
    const double u = (time - times[key][0]) / length;
    const Row a = part(key, 1);
    const Row b = part(key + 1, 1);
    if (rotation && !cubic) return unit(slerp(unit(a), unit(b), u));
    Row value(width);
    for (std::size_t i = 0; i < width; ++i)
        value[i] = cubic ? (2 * u * u * u - 3 * u * u + 1) * a[i] +
                               length * (u * u * u - 2 * u * u + u) * part(key, 2)[i] +
                               (3 * u * u - 2 * u * u * u) * b[i] +
                               length * (u * u * u - u * u) * part(key + 1, 0)[i]
                         : (1 - u) * a[i] + u * b[i];
    return finish(value);
}

struct Moment {
    std::vector<Matrix> model_from_node;
    std::vector<Row> weights;  // of morph targets, per node
};

std::size_t target_count(const File& file, const Json& node) {
    const Json& mesh = file.json["meshes"][node["mesh"].get<std::size_t>()];
    return mesh["primitives"][0].value("targets", Json::array()).size();
}

Moment evaluate(const File& file, std::optional<std::size_t> clip, double time) {
    const Json& nodes = file.json["nodes"];
    std::vector<Row> t;
    std::vector<Row> r;
    std::vector<Row> s;
    Moment moment;
    for (const Json& node : nodes) {
        t.push_back(node.value("translation", Row{0, 0, 0}));
        r.push_back(unit(node.value("rotation", Row{0, 0, 0, 1})));
        s.push_back(node.value("scale", Row{1, 1, 1}));
        Row weights;
        if (node.contains("mesh")) {
            const Json& mesh = file.json["meshes"][node["mesh"].get<std::size_t>()];
            weights.assign(target_count(file, node), 0.0);
            weights = node.value("weights", mesh.value("weights", weights));
        }
        moment.weights.push_back(weights);
    }
    if (clip) {
        const Json& animation = file.json["animations"][*clip];
        for (const Json& channel : animation["channels"]) {
            if (!channel["target"].contains("node")) continue;
            const std::size_t node = channel["target"]["node"];
            const std::string path = channel["target"]["path"];
            const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
            if (path == "translation") t[node] = sample(file, sampler, time, 3, false);
            if (path == "rotation") r[node] = sample(file, sampler, time, 4, true);
            if (path == "scale") s[node] = sample(file, sampler, time, 3, false);
            if (path == "weights" && nodes[node].contains("mesh"))
                moment.weights[node] =
                    sample(file, sampler, time, target_count(file, nodes[node]), false);
        }
    }
    std::vector<std::size_t> parent(nodes.size(), nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const Json& child : nodes[i].value("children", Json::array()))
            parent[child.get<std::size_t>()] = i;
    const auto local = [&](std::size_t i) {
        return nodes[i].contains("matrix") ? from_columns(nodes[i]["matrix"].get<Row>())
                                           : from_trs(t[i], r[i], s[i]);
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Matrix m = local(i);
        for (std::size_t up = parent[i]; up < nodes.size(); up = parent[up])
            m = product(local(up), m);
        moment.model_from_node.push_back(m);
    }
    return moment;
}

Point transformed(const Matrix& m, const Row& p) {
    Point q{};
    for (std::size_t i = 0; i < 3; ++i)
        q[i] = m[i][0] * p[0] + m[i][1] * p[1] + m[i][2] * p[2] + m[i][3];
    return q;
}

std::vector<Matrix> palette(const File& file, const Json& skin, const Moment& moment) {
    std::vector<Matrix> matrices;
    for (const Json& joint : skin["joints"])
        matrices.push_back(moment.model_from_node[joint.get<std::size_t>()]);
    if (!skin.contains("inverseBindMatrices")) return matrices;
    const auto inverse = elements(file, skin["inverseBindMatrices"].get<std::size_t>());
    for (std::size_t i = 0; i < matrices.size(); ++i)
        matrices[i] = product(matrices[i], from_columns(inverse[i]));
    return matrices;
}

std::vector<Row> morphed(const File& file, const Json& primitive, const Row& weights) {
    auto positions = elements(file, primitive["attributes"]["POSITION"].get<std::size_t>());
    const Json targets = primitive.value("targets", Json::array());
    for (std::size_t t = 0; t < targets.size(); ++t) {
        if (!targets[t].contains("POSITION")) continue;
        const auto offsets = elements(file, targets[t]["POSITION"].get<std::size_t>());
        for (std::size_t v = 0; v < positions.size(); ++v)
            for (std::size_t c = 0; c < 3; ++c)
                positions[v][c] += weights[t] * offsets[v][c];
    }
    return positions;
}

void pose_primitive(const File& file, const Json& node, const Json& primitive, const Moment& moment,
                    PosedNode& posed) {
    const Json& attributes = primitive["attributes"];
    const auto positions = morphed(file, primitive, moment.weights[posed.node]);
    if (!node.contains("skin") || !attributes.contains("JOINTS_0")) {
        for (const Row& p : positions)
            posed.positions.push_back(transformed(moment.model_from_node[posed.node], p));
        return;
    }
    const auto matrices =
        palette(file, file.json["skins"][node["skin"].get<std::size_t>()], moment);
    std::vector<Point> sums(positions.size(), Point{});
    Row totals(positions.size(), 0.0);
    for (int set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set) {
        const auto joints =
            elements(file, attributes["JOINTS_" + std::to_string(set)].get<std::size_t>());
        const auto weights =
            elements(file, attributes["WEIGHTS_" + std::to_string(set)].get<std::size_t>());
        for (std::size_t v = 0; v < positions.size(); ++v)
            for (std::size_t k = 0; k < 4; ++k) {
                if (weights[v][k] == 0.0) continue;
                const Point p =
                    transformed(matrices[static_cast<std::size_t>(joints[v][k])], positions[v]);
                for (std::size_t c = 0; c < 3; ++c)
                    sums[v][c] += weights[v][k] * p[c];
                totals[v] += weights[v][k];
            }
    }
    for (std::size_t v = 0; v < sums.size(); ++v) {
        for (double& c : sums[v])
            c /= totals[v];
        posed.positions.push_back(sums[v]);
    }
}

}  // namespace

std::vector<PosedNode> pose_gltf(const std::filesystem::path& path, std::optional<std::size_t> clip,
                                 double time) {
    const File file = open(path);
    const Moment moment = evaluate(file, clip, time);
    std::vector<PosedNode> posed;
    for (std::size_t i = 0; i < file.json["nodes"].size(); ++i) {
        const Json& node = file.json["nodes"][i];
        if (!node.contains("mesh")) continue;
        PosedNode& entry = posed.emplace_back();
        entry.node = i;
        for (const Json& primitive :
             file.json["meshes"][node["mesh"].get<std::size_t>()]["primitives"])
            if (primitive.value("mode", 4) >= 4)
                pose_primitive(file, node, primitive, moment, entry);
    }
    return posed;
}

double relative_difference(const std::vector<Point>& a, const std::vector<Point>& b) {
    if (a.size() != b.size() || a.empty()) return a.size() == b.size() ? 0.0 : 1e30;
    Point low = b[0];
    Point high = b[0];
    double worst = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        double square = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            low[c] = std::min(low[c], b[i][c]);
            high[c] = std::max(high[c], b[i][c]);
            square += (a[i][c] - b[i][c]) * (a[i][c] - b[i][c]);
        }
        worst = std::max(worst, std::sqrt(square));
    }
    double diagonal = 0.0;
    for (std::size_t c = 0; c < 3; ++c)
        diagonal += (high[c] - low[c]) * (high[c] - low[c]);
    return worst / std::max(std::sqrt(diagonal), 1e-30);
}

}  // namespace isoskin::independent
