#include <cmath>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

using nlohmann::json;

// One row of the table in the index of the shared characters: what another program measured.
struct IndexRow {
    std::string file;  // as in "fox-khronos/Fox.glb"
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t joints = 0;
    std::size_t clips = 0;
    std::size_t influences = 0;
    std::size_t boundary_edges = 0;
    std::size_t parts = 0;
    bool closed = false;
    double volume = 0.0;  // four digits
};

std::vector<std::string> split_cells(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '|');) {
        const std::size_t first = cell.find_first_not_of(' ');
        const std::size_t last = cell.find_last_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return cells;
}

std::size_t to_count(const std::string& cell) {
    return cell.empty() ? 0 : std::stoul(cell);
}

std::vector<IndexRow> read_index() {
    std::vector<IndexRow> rows;
    std::ifstream file(shared_data("INDEX.md"));
    for (std::string line; std::getline(file, line);) {
        const auto cells = split_cells(line);
        const bool is_mesh = cells.size() > 14 && std::isdigit(cells[4].c_str()[0]) != 0;
        if (!is_mesh) continue;
        rows.push_back({.file = cells[1] + "/" + cells[2],
                        .vertices = to_count(cells[4]),
                        .triangles = to_count(cells[5]),
                        .joints = to_count(cells[6]),
                        .clips = to_count(cells[7]),
                        .influences = to_count(cells[8]),
                        .boundary_edges = to_count(cells[10]),
                        .parts = to_count(cells[12]),
                        .closed = cells[13] == "yes",
                        .volume = std::stod(cells[14])});
    }
    return rows;
}

template <typename Number>
Number sum(const json& meshes, const char* key) {
    Number total{};
    for (const json& mesh : meshes)
        total += mesh.at(key).get<Number>();
    return total;
}

bool all_closed(const json& meshes) {
    return std::all_of(meshes.begin(), meshes.end(),
                       [](const json& mesh) { return mesh.at("closed").get<bool>(); });
}

TEST(CliInfo, agrees_with_the_index_of_shared_characters) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto rows = read_index();
    ASSERT_EQ(rows.size(), 26U);
    for (const IndexRow& row : rows) {
        SCOPED_TRACE(row.file);
        const auto run = run_isoskin({"info", "--json", shared_data(row.file).string()});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        const json info = json::parse(run.out);
        const json& meshes = info.at("meshes");

        EXPECT_EQ(sum<std::size_t>(meshes, "vertices"), row.vertices);
        EXPECT_EQ(sum<std::size_t>(meshes, "triangles"), row.triangles);
        EXPECT_EQ(info.at("joints").size(), row.joints);
        EXPECT_EQ(info.at("clips").size(), row.clips);
        EXPECT_EQ(info.at("influences").get<std::size_t>(), row.influences);
        EXPECT_EQ(sum<std::size_t>(meshes, "boundary_edges"), row.boundary_edges);
        EXPECT_EQ(sum<std::size_t>(meshes, "parts"), row.parts);
        EXPECT_EQ(all_closed(meshes), row.closed);
        // The index gives four digits.
        EXPECT_NEAR(sum<double>(meshes, "stored_volume"), row.volume, 5.1e-4 * row.volume);
    }
}

TEST(CliInfo, tells_what_a_demo_holds) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_isoskin({"demo", "tube", "-o", folder / "tube.glb"}).exit_code, 0);

    const auto run = run_isoskin({"info", "--json", folder / "tube.glb"});

    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    const json info = json::parse(run.out);
    ASSERT_EQ(info.at("meshes").size(), 1U);
    const json& mesh = info.at("meshes")[0];
    EXPECT_TRUE(mesh.at("closed").get<bool>());
    EXPECT_EQ(mesh.at("parts"), 1);
    EXPECT_NEAR(mesh.at("volume").get<double>(), 18.36880475, 1e-5);  // method, chapter 9
    EXPECT_NEAR(mesh.at("stored_volume").get<double>(), 18.36880475, 1e-5);
    ASSERT_EQ(info.at("joints").size(), 2U);
    EXPECT_TRUE(info.at("joints")[0].at("parent").is_null());
    EXPECT_EQ(info.at("joints")[1].at("parent"), info.at("joints")[0].at("name"));
    EXPECT_EQ(info.at("influences"), 2);
}

TEST(CliInfo, lists_a_mesh_drawn_on_many_skins_once) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto file = shared_data("recursive-skeletons/RecursiveSkeletons.glb");
    const json info = json::parse(run_isoskin({"info", "--json", file.string()}).out);
    ASSERT_EQ(info.at("meshes").size(), 1U);
    EXPECT_EQ(info.at("meshes")[0].at("instances"), 84);
    EXPECT_EQ(info.at("skins").size(), 84U);
}

TEST(CliInfo, prints_a_table_for_people) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_isoskin({"demo", "tube", "-o", folder / "tube.glb"}).exit_code, 0);
    const auto run = run_isoskin({"info", folder / "tube.glb"});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_NE(run.out.find("18.3688"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("2 joints, up to 2 for a vertex"), std::string::npos) << run.out;
}

}  // namespace
}  // namespace isoskin
