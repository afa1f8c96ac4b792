#include "render/shaders.h"

#include "render/glsl_version.h"

namespace isoskin::render {
namespace {

std::string shader(const char* body) {
    return std::string(kGlslVersion) + body;
}

constexpr const char* kDepthVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 3) in vec2 uv;
uniform mat4 clip_from_model;
uniform mat4 view_from_model;
out vec3 view_normal;
out vec2 texture_uv;
void main() {
    view_normal = mat3(view_from_model) * normal;
    texture_uv = uv;
    gl_Position = clip_from_model * vec4(position, 1.0);
}
)";

constexpr const char* kDepthFragment = R"(
in vec3 view_normal;
in vec2 texture_uv;
uniform sampler2D base_image;
uniform float alpha_cutoff;
out vec4 color; // the normal, and 1 for a surface
void main() {
    if (alpha_cutoff >= 0.0 && texture(base_image, texture_uv).a < alpha_cutoff) discard;
    vec3 n = normalize(view_normal);
    if (n.z < 0.0) n = -n; // a back side, seen because nothing is culled
    color = vec4(n * 0.5 + 0.5, 1.0);
}
)";

constexpr const char* kFlatVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 clip_from_model;
uniform float pull; // towards the eye, in clip depth, so that lines win over their surface
out vec3 model_normal;
void main() {
    model_normal = normal;
    gl_Position = clip_from_model * vec4(position, 1.0);
    gl_Position.z -= pull * gl_Position.w;
}
)";

constexpr const char* kWireFragment = R"(
uniform vec4 line_color;
out vec4 color;
void main() { color = line_color; }
)";

constexpr const char* kBoneFragment = R"(
in vec3 model_normal;
uniform vec4 bone_color;
uniform vec3 key_direction;
out vec4 color;
void main() {
    float light = 0.62 + 0.38 * dot(normalize(model_normal), key_direction);
    color = vec4(bone_color.rgb * light, bone_color.a);
}
)";

constexpr const char* kLineVertex = R"(
layout(location = 0) in vec4 clip;
layout(location = 1) in vec2 side;
out vec2 dot_side;
void main() {
    dot_side = side;
    gl_Position = clip;
}
)";

constexpr const char* kLineFragment = R"(
in vec2 dot_side;
uniform vec4 line_color;
out vec4 color;
void main() {
    float r = length(dot_side);
    if (r > 1.0) discard;
    color = vec4(r > 0.72 ? vec3(0.9) : line_color.rgb, line_color.a); // a dot has a pale rim
}
)";

// The curve is Khronos' "PBR Neutral": colours below the shoulder stay what the artist chose.
constexpr const char* kResolveFragment = R"(
uniform sampler2DMS scene;
uniform int sample_count;
uniform int fineness;
out vec4 color;

vec3 tone_map(vec3 c) {
    const float start = 0.8 - 0.04;
    const float desaturation = 0.15;
    float low = min(c.r, min(c.g, c.b));
    c -= low < 0.08 ? low - 6.25 * low * low : 0.04;
    float peak = max(c.r, max(c.g, c.b));
    if (peak < start) return c;
    float d = 1.0 - start;
    float pressed = 1.0 - d * d / (peak + d - start);
    c *= pressed / peak;
    float g = 1.0 - 1.0 / (desaturation * (peak - pressed) + 1.0);
    return mix(c, vec3(pressed), g);
}

vec3 encode_srgb(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(max(c, 1e-6), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

void main() {
    ivec2 corner = ivec2(gl_FragCoord.xy) * fineness;
    int pixels = fineness * fineness;
    vec3 sum = vec3(0.0);
    for (int k = 0; k < pixels; ++k) {
        ivec2 at = corner + ivec2(k % fineness, k / fineness);
        for (int i = 0; i < sample_count; ++i) sum += tone_map(texelFetch(scene, at, i).rgb);
    }
    vec3 coded = encode_srgb(clamp(sum / float(pixels * sample_count), 0.0, 1.0));
    // Half a step of fixed noise keeps wide gradients from showing bands.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    color = vec4(coded + (noise - 0.5) / 255.0, 1.0);
}
)";

}  // namespace

std::string full_screen_vertex() {
    return shader(R"(
out vec2 uv;
void main() {
    uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(uv * 2.0 - 1.0, 0.999999, 1.0);
}
)");
}

std::string depth_vertex() {
    return shader(kDepthVertex);
}
std::string depth_fragment() {
    return shader(kDepthFragment);
}
std::string flat_vertex() {
    return shader(kFlatVertex);
}
std::string wire_fragment() {
    return shader(kWireFragment);
}
std::string bone_fragment() {
    return shader(kBoneFragment);
}
std::string line_vertex() {
    return shader(kLineVertex);
}
std::string line_fragment() {
    return shader(kLineFragment);
}
std::string resolve_fragment() {
    return shader(kResolveFragment);
}

}  // namespace isoskin::render
