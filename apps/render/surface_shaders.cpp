#include "render/glsl_version.h"
#include "render/shaders.h"

namespace isoskin::render {
namespace {

// Soft visibility was measured once per pixel; a sample at the rim of a surface takes it from the
// neighbour that lies as deep as itself, not from what is seen beside the rim.
constexpr const char* kVisibilityLibrary = R"(
uniform sampler2D visibility_image; // of the sky, of the key light
uniform sampler2D visibility_depth;

vec2 visibility() {
    ivec2 last = textureSize(visibility_depth, 0) - 1;
    ivec2 center = min(ivec2(gl_FragCoord.xy), last);
    float nearest = abs(texelFetch(visibility_depth, center, 0).r - gl_FragCoord.z);
    ivec2 best = center;
    if (nearest > 1e-5) {
        for (int i = 0; i < 8; ++i) {
            int k = i < 4 ? i : i + 1;
            ivec2 at = clamp(center + ivec2(k % 3 - 1, k / 3 - 1), ivec2(0), last);
            float step = abs(texelFetch(visibility_depth, at, 0).r - gl_FragCoord.z);
            if (step < 0.5 * nearest) {
                nearest = step;
                best = at;
            }
        }
    }
    return texelFetch(visibility_image, best, 0).rg;
}
)";

constexpr const char* kSurfaceVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float scalar;
layout(location = 3) in vec2 uv;
layout(location = 4) in vec4 color;
uniform mat4 clip_from_model;
out vec3 model_position;
out vec3 model_normal;
out float surface_scalar;
out vec2 texture_uv;
out vec4 vertex_color;
void main() {
    model_position = position;
    model_normal = normal;
    surface_scalar = scalar;
    texture_uv = uv;
    vertex_color = color;
    gl_Position = clip_from_model * vec4(position, 1.0);
}
)";

constexpr const char* kSurfaceInputs = R"(
in vec3 model_position;
in vec3 model_normal;
in float surface_scalar;
in vec2 texture_uv;
in vec4 vertex_color;
uniform sampler2D base_image;
uniform sampler2D scalar_colors;
uniform vec4 base_color;
uniform float roughness;
uniform float metallic;
uniform float alpha_cutoff;
uniform int coloring; // 0 material, 1 scalar, 2 scalar shown, but not of this mesh
uniform vec3 eye;
uniform vec3 key_direction;
uniform vec3 fill_direction;
uniform vec3 rim_direction;
uniform float ground_height;
uniform float model_size;
out vec4 color;

const vec3 kKey = vec3(1.0, 0.93, 0.83) * 1.75;
const vec3 kFill = vec3(0.80, 0.88, 1.0) * 0.32;
const vec3 kRim = vec3(0.72, 0.85, 1.0) * 2.1;
const vec3 kSky = vec3(0.86, 0.92, 1.0) * 0.50;
const vec3 kBounce = vec3(0.66, 0.60, 0.54) * 0.26;
)";

// Walter et al.: "Microfacet Models for Refraction" (2007), GGX with Smith's visibility in the form
// of Hammon (2017); the ambient lobe after Karis: "Physically Based Shading on Mobile" (2014).
constexpr const char* kSurfaceLibrary = R"(
vec3 lit_by(vec3 l, vec3 n, vec3 v, vec3 diffuse, vec3 f0, float rough) {
    float nl = max(dot(n, l), 0.0);
    if (nl == 0.0) return vec3(0.0);
    vec3 h = normalize(l + v);
    float nh = max(dot(n, h), 0.0);
    float nv = max(dot(n, v), 1e-3);
    float a = rough * rough;
    float d = nh * nh * (a * a - 1.0) + 1.0;
    float distribution = a * a / (3.14159265 * d * d);
    float visibility = 0.5 / mix(2.0 * nl * nv, nl + nv, a);
    vec3 fresnel = f0 + (1.0 - f0) * pow(1.0 - max(dot(v, h), 0.0), 5.0);
    return nl * (diffuse * (1.0 - fresnel) / 3.14159265 * 2.2 + fresnel * distribution * visibility);
}

vec3 ambient_light(vec3 direction) {
    return mix(kBounce, kSky, smoothstep(-1.0, 1.0, direction.y));
}

vec3 ambient_lobe(vec3 f0, float rough, float nv) {
    vec4 r = rough * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
    vec2 scale_bias = vec2(-1.04, 1.04) * a + r.zw;
    return f0 * scale_bias.x + scale_bias.y;
}

vec4 surface_color() {
    if (coloring == 1) return vec4(texture(scalar_colors, vec2(surface_scalar, 0.5)).rgb, 1.0);
    if (coloring == 2) return vec4(0.5, 0.5, 0.5, 1.0);
    return base_color * vertex_color * texture(base_image, texture_uv);
}
)";

constexpr const char* kSurfaceMain = R"(
void main() {
    vec4 base = surface_color();
    float coverage = 1.0;
    if (coloring == 0 && alpha_cutoff >= 0.0) {
        coverage = clamp((base.a - alpha_cutoff) / max(fwidth(base.a), 1e-4) + 0.5, 0.0, 1.0);
        if (coverage == 0.0) discard;
    }
    vec3 n = normalize(model_normal);
    vec3 v = normalize(eye - model_position);
    if (!gl_FrontFacing && dot(n, v) < 0.0) n = -n;

    float rough = coloring == 0 ? clamp(roughness, 0.12, 1.0) : 0.75;
    float metal = coloring == 0 ? metallic : 0.0;
    vec3 diffuse = base.rgb * (1.0 - metal);
    vec3 f0 = mix(vec3(0.04), base.rgb, metal);

    vec2 visible = visibility();
    float open = visible.r;
    float key = visible.g;
    // The ground takes half the sky from what lies close over it and faces down.
    float lift = clamp((model_position.y - ground_height) / (0.25 * model_size), 0.0, 1.0);
    float ambient = open * mix(mix(0.55, 1.0, n.y * 0.5 + 0.5), 1.0, lift);

    vec3 result = key * mix(0.75, 1.0, open) * kKey * lit_by(key_direction, n, v, diffuse, f0, rough);
    result += open * kFill * lit_by(fill_direction, n, v, diffuse, f0, rough);
    result += open * kRim * lit_by(rim_direction, n, v, diffuse, f0, max(rough, 0.4));
    // Light between two close surfaces takes on their colour (Jimenez et al. 2016).
    vec3 tinted = max(vec3(ambient), ((2.0404 * base.rgb - 0.3324) * ambient -
        4.7951 * base.rgb + 0.6417) * ambient * ambient + (2.7552 * base.rgb + 0.6903) * ambient);
    result += tinted * ambient_light(n) * diffuse;
    result += ambient * ambient_light(reflect(-v, n)) * ambient_lobe(f0, rough, max(dot(n, v), 0.0));
    if (coloring != 0) result = mix(result, base.rgb, 0.45); // near the colours of the bar
    color = vec4(result, coverage);
}
)";

// The backdrop is the light of a studio wall in picture coordinates; the ground takes the same
// colour, so that it has no horizon and shows only in the shadow it receives.
constexpr const char* kBackdropLibrary = R"(
uniform vec3 backdrop_center;
uniform vec3 backdrop_edge;
vec3 backdrop(vec2 at) {
    vec2 d = (at - vec2(0.5, 0.52)) * vec2(1.0, 0.92);
    return mix(backdrop_center, backdrop_edge, smoothstep(0.05, 0.85, length(d) * 1.15));
}
)";

constexpr const char* kGroundVertex = R"(
uniform mat4 clip_from_model;
uniform vec3 ground_center;
uniform float ground_extent;
out vec3 model_position;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    model_position = ground_center + ground_extent * vec3(corner.x, 0.0, -corner.y);
    gl_Position = clip_from_model * vec4(model_position, 1.0);
}
)";

constexpr const char* kGroundMain = R"(
in vec3 model_position;
uniform vec2 picture_size;
uniform vec3 ground_center;
uniform float ground_extent;
uniform sampler2D contact_image;
uniform float contact_extent;
out vec4 color;
void main() {
    vec2 from_center = model_position.xz - ground_center.xz;
    float fade = 1.0 - smoothstep(0.35, 1.0, length(from_center) / ground_extent);
    float key = visibility().g;
    vec2 place = from_center / contact_extent;
    float sky = 1.0 - 0.8 * texture(contact_image, place * 0.5 + 0.5).r *
                          (1.0 - smoothstep(0.6, 1.0, length(place)));
    vec3 light = vec3(0.42, 0.40, 0.38) * key + vec3(0.58, 0.60, 0.62) * sky;
    vec3 wall = backdrop(gl_FragCoord.xy / picture_size);
    float pool = 1.0 + 0.07 * exp(-6.0 * dot(from_center, from_center) /
                                  (contact_extent * contact_extent));
    color = vec4(wall * mix(vec3(1.0), light * pool, fade), 1.0);
}
)";

constexpr const char* kGroundDepthMain = R"(
uniform mat4 view_from_model;
out vec4 color;
void main() {
    color = vec4((mat3(view_from_model) * vec3(0.0, 1.0, 0.0)) * 0.5 + 0.5, 0.0);
}
)";

}  // namespace

std::string surface_vertex() {
    return std::string(kGlslVersion) + kSurfaceVertex;
}
std::string surface_fragment() {
    return std::string(kGlslVersion) + kSurfaceInputs + kVisibilityLibrary + kSurfaceLibrary +
           kSurfaceMain;
}
std::string backdrop_fragment() {
    return std::string(kGlslVersion) + kBackdropLibrary + R"(
in vec2 uv;
out vec4 color;
void main() { color = vec4(backdrop(uv), 1.0); }
)";
}
std::string ground_vertex() {
    return std::string(kGlslVersion) + kGroundVertex;
}
std::string ground_fragment() {
    return std::string(kGlslVersion) + kVisibilityLibrary + kBackdropLibrary + kGroundMain;
}
std::string ground_depth_fragment() {
    return std::string(kGlslVersion) + kGroundDepthMain;
}

}  // namespace isoskin::render
