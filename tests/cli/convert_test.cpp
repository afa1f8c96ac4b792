#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "support/gltf_sample.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

// A strip of four triangles over two joints, as Collada has it.
constexpr const char* kCollada = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="strip" name="strip"><mesh>
<source id="p"><float_array id="pa" count="18">0 0 0 1 0 0 0 1 0 1 1 0 0 2 0 1 2 0</float_array>
<technique_common><accessor source="#pa" count="6" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 1 2 1 3 2 2 3 4 3 5 4</p></triangles>
</mesh></geometry></library_geometries>
<library_controllers><controller id="skin"><skin source="#strip">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="j"><Name_array id="ja" count="2">low high</Name_array><technique_common>
<accessor source="#ja" count="2" stride="1"><param name="JOINT" type="name"/></accessor>
</technique_common></source>
<source id="b"><float_array id="ba" count="32">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
1 0 0 0 0 1 0 -1 0 0 1 0 0 0 0 1</float_array><technique_common>
<accessor source="#ba" count="2" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor>
</technique_common></source>
<source id="w"><float_array id="wa" count="2">1 0.5</float_array><technique_common>
<accessor source="#wa" count="2" stride="1"><param name="WEIGHT" type="float"/></accessor>
</technique_common></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="6"><input semantic="JOINT" source="#j" offset="0"/>
<input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>1 1 2 2 1 1</vcount><v>0 0 0 0 0 1 1 1 0 1 1 1 1 0 1 0</v></vertex_weights>
</skin></controller></library_controllers>
<library_visual_scenes><visual_scene id="scene" name="Root Scene">
<node id="low" sid="low" name="low" type="JOINT">
<node id="high" sid="high" name="high" type="JOINT"><translate>0 1 0</translate></node></node>
<node id="shown" name="shown"><instance_controller url="#skin"><skeleton>#low</skeleton>
</instance_controller></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";

// The same as ASCII FBX.
constexpr const char* kFbx = R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
Objects:  {
	Geometry: 100, "Geometry::strip", "Mesh" {
		Vertices: *18 {
			a: 0,0,0,1,0,0,0,1,0,1,1,0,0,2,0,1,2,0
		}
		PolygonVertexIndex: *12 {
			a: 0,1,-3,1,3,-3,2,3,-5,3,5,-5
		}
		GeometryVersion: 124
	}
	Model: 200, "Model::shown", "Mesh" {
		Version: 232
	}
	Model: 201, "Model::low", "LimbNode" {
		Version: 232
	}
	Model: 202, "Model::high", "LimbNode" {
		Version: 232
		Properties70:  {
			P: "Lcl Translation", "Lcl Translation", "", "A",0,1,0
		}
	}
	Deformer: 300, "Deformer::", "Skin" {
		Version: 101
		Link_DeformAcuracy: 50
	}
	Deformer: 301, "SubDeformer::low", "Cluster" {
		Version: 100
		UserData: "", ""
		Indexes: *4 {
			a: 0,1,2,3
		}
		Weights: *4 {
			a: 1,1,0.5,0.5
		}
		Transform: *16 {
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
		}
		TransformLink: *16 {
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
		}
	}
	Deformer: 302, "SubDeformer::high", "Cluster" {
		Version: 100
		UserData: "", ""
		Indexes: *4 {
			a: 2,3,4,5
		}
		Weights: *4 {
			a: 0.5,0.5,1,1
		}
		Transform: *16 {
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1
		}
		TransformLink: *16 {
			a: 1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1
		}
	}
}
Connections:  {
	C: "OO",200,0
	C: "OO",201,0
	C: "OO",202,201
	C: "OO",100,200
	C: "OO",300,100
	C: "OO",301,300
	C: "OO",302,300
	C: "OO",201,301
	C: "OO",202,302
}
)";

class CliConvert : public testing::Test {
  protected:
    void expect_strip(const std::string& name, const char* text) {
        std::ofstream(folder_ / name) << text;
        const std::string out = folder_ / (name + ".glb");
        const auto run = run_isoskin({"convert", folder_ / name, "-o", out});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        const auto character = read_character(out);
        ASSERT_TRUE(character) << character.error().message;
        ASSERT_EQ(character->meshes.size(), 1U);
        const SkinnedMesh& mesh = character->meshes[0];
        EXPECT_EQ(mesh.mesh.vertex_count(), 6U);
        EXPECT_EQ(mesh.mesh.faces.size(), 4U);
        ASSERT_EQ(mesh.skin.joints.size(), 2U);
        EXPECT_EQ(character->skeleton.joints()[mesh.skin.joints[1]].name, "high");
        std::size_t shared = 0;
        for (std::size_t v = 0; v < 6; ++v)
            shared += mesh.weights.row(v).size() == 2 ? 1U : 0U;
        EXPECT_EQ(shared, 2U);
        EXPECT_EQ(character->name, name);
    }

    const TemporaryFolder folder_;
};

TEST_F(CliConvert, collada_becomes_gltf_with_its_weights) {
    expect_strip("strip.dae", kCollada);
}

TEST_F(CliConvert, fbx_becomes_gltf_with_its_weights) {
    expect_strip("strip.fbx", kFbx);
}

TEST_F(CliConvert, gltf_keeps_clips_morphs_and_what_is_not_understood) {
    const std::string in = folder_ / "hero.glb";
    ASSERT_TRUE(write_bytes(in, rigged_sample().bytes()));
    const std::string out = folder_ / "hero.gltf";
    ASSERT_EQ(run_isoskin({"convert", in, "-o", out}).exit_code, 0);
    const auto before = read_character(in);
    const auto after = read_character(out);
    ASSERT_TRUE(before);
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_EQ(after->name, "hero");
    EXPECT_EQ(after->clips.size(), before->clips.size());
    EXPECT_EQ(after->meshes[0].morphs.size(), before->meshes[0].morphs.size());
    EXPECT_EQ(after->meshes[0].mesh.positions, before->meshes[0].mesh.positions);
}

TEST_F(CliConvert, vrm_stays_vrm_and_nothing_else_becomes_one) {
    GltfSample sample = rigged_sample();
    sample.json["extensions"]["VRM"]["humanoid"]["humanBones"] = {
        {{"bone", "leftUpperArm"}, {"node", sample.json["skins"][0]["joints"][0]}}};
    const std::string in = folder_ / "avatar.vrm";
    ASSERT_TRUE(write_bytes(in, sample.bytes()));
    const auto run = run_isoskin({"convert", in, "-o", folder_ / "again.vrm"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto again = read_character(folder_ / "again.vrm");
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(again->human_bones.size(), 1U);
    EXPECT_EQ(again->human_bones[0].name, "leftUpperArm");

    ASSERT_TRUE(write_bytes(folder_ / "plain.glb", rigged_sample().bytes()));
    const auto refused =
        run_isoskin({"convert", folder_ / "plain.glb", "-o", folder_ / "plain.vrm"});
    EXPECT_EQ(refused.exit_code, 4);
    EXPECT_TRUE(is_one_sentence(refused.err)) << refused.err;
}

TEST_F(CliConvert, weights_without_a_skin_are_told) {
    GltfSample sample = rigged_sample();
    for (auto& node : sample.json["nodes"])
        node.erase("skin");
    ASSERT_TRUE(write_bytes(folder_ / "lost.glb", sample.bytes()));
    const auto run = run_isoskin({"convert", folder_ / "lost.glb", "-o", folder_ / "out.glb"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.err.find("has weights, but no skin says of which joints"), std::string::npos)
        << run.err;
}

TEST_F(CliConvert, a_motion_for_a_bare_mesh_or_a_tube_is_refused_in_words) {
    std::ofstream(folder_ / "stone.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    ASSERT_EQ(run_isoskin({"demo", "tube", "-o", folder_ / "tube.glb"}).exit_code, 0);
    const auto bare = run_isoskin({"pose", folder_ / "stone.obj", "-o", folder_ / "out.obj",
                                   "--motion", folder_ / "tube.glb"});
    EXPECT_EQ(bare.exit_code, 4);
    EXPECT_NE(bare.err.find("is a mesh without any"), std::string::npos) << bare.err;
    ASSERT_TRUE(write_bytes(folder_ / "hero.glb", rigged_sample().bytes()));
    const auto other = run_isoskin({"pose", folder_ / "tube.glb", "-o", folder_ / "out.obj",
                                    "--motion", folder_ / "hero.glb"});
    EXPECT_EQ(other.exit_code, 4);
    EXPECT_NE(other.err.find("--map"), std::string::npos) << other.err;
    std::ofstream(folder_ / "map.json") << "{\"joint\": {}}";
    const auto map = run_isoskin({"pose", folder_ / "tube.glb", "-o", folder_ / "out.obj",
                                  "--motion", folder_ / "hero.glb", "--map", folder_ / "map.json"});
    EXPECT_EQ(map.exit_code, 3);
    EXPECT_NE(map.err.find("a map has 'joints', 'motion' and 'character'"), std::string::npos);
}

// Its own clip, taken from its own file, is the same motion.
TEST_F(CliConvert, an_animated_gltf_moves_a_character_of_its_make) {
    ASSERT_EQ(run_isoskin({"demo", "chain", "-o", folder_ / "hero.glb"}).exit_code, 0);
    const auto own = run_isoskin({"pose", folder_ / "hero.glb", "-o", folder_ / "own.obj", "--clip",
                                  "curl", "--time", "0.5", "--volume", "none"});
    ASSERT_EQ(own.exit_code, 0) << own.err;
    const auto lent = run_isoskin({"pose", folder_ / "hero.glb", "-o", folder_ / "lent.obj",
                                   "--motion", folder_ / "hero.glb", "--motion-clip", "curl",
                                   "--time", "0.5", "--volume", "none"});
    ASSERT_EQ(lent.exit_code, 0) << lent.err;
    EXPECT_NE(lent.err.find("joints of the motion are followed"), std::string::npos) << lent.err;
    const auto a = read_character(folder_ / "own.obj");
    const auto b = read_character(folder_ / "lent.obj");
    ASSERT_TRUE(a);
    ASSERT_TRUE(b);
    for (std::size_t v = 0; v < a->meshes[0].mesh.positions.size(); ++v)
        EXPECT_LT((a->meshes[0].mesh.positions[v] - b->meshes[0].mesh.positions[v]).norm(), 1e-4F);
}

}  // namespace
}  // namespace isoskin
