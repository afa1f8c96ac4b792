#include <set>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

namespace fs = std::filesystem;

/// Poses a file that may be broken in any way: it works, or is refused in one sentence and leaves
/// nothing behind.
void expect_posed_or_refused(const fs::path& file) {
    SCOPED_TRACE(file);
    const TemporaryFolder folder;
    const auto run = run_isoskin({"pose", "--quiet", file.string(), "-o", folder / "out.obj"});

    EXPECT_EQ(run.signal, 0);
    EXPECT_TRUE((std::set{0, 3, 4}.contains(run.exit_code))) << run.exit_code;
    EXPECT_EQ(run.out, "");
    if (run.exit_code == 0) {
        EXPECT_EQ(run.err, "");
    } else {
        EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
        EXPECT_EQ(names_in(folder / ""), std::vector<std::string>{});
    }
}

std::vector<fs::path> files_below(const fs::path& folder) {
    const std::set<std::string> others = {"", ".md", ".txt", ".tsv", ".bin"};
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && !others.contains(entry.path().extension().string()))
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

TEST(CliHostile, the_validators_files_are_posed_or_refused) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto files = files_below(shared_data("hostile-gltf-validator-a"));
    EXPECT_EQ(files.size(), 138U);
    for (const fs::path& file : files)
        expect_posed_or_refused(file);
}

TEST(CliHostile, the_importers_files_are_posed_or_refused) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto files = files_below(shared_data("hostile-assimp-a"));
    EXPECT_EQ(files.size(), 19U);
    for (const fs::path& file : files)
        expect_posed_or_refused(file);
}

// Cuts a good file short at every so manyth byte, `pieces` times at most, spread over all of it.
void expect_truncations_survived(const fs::path& good, std::size_t most_pieces) {
    const TemporaryFolder folder;
    const auto bytes = read_bytes(good).value();
    const std::size_t pieces = bytes.size() / 97;
    const std::size_t stride = 97 * std::max<std::size_t>(1, pieces / most_pieces);
    for (std::size_t size = 0; size < bytes.size(); size += stride) {
        const fs::path cut = folder / ("cut" + good.extension().string());
        ASSERT_TRUE(write_bytes(cut, std::span(bytes).first(size)));
        SCOPED_TRACE(size);
        expect_posed_or_refused(cut);
    }
}

TEST(CliHostile, truncated_glb_is_posed_or_refused) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_isoskin({"demo", "tube", "-o", folder / "tube.glb"}).exit_code, 0);
    expect_truncations_survived(folder / "tube.glb", 60);
}

TEST(CliHostile, truncated_obj_is_posed_or_refused) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_isoskin({"demo", "tube", "-o", folder / "tube.glb"}).exit_code, 0);
    ASSERT_EQ(run_isoskin({"pose", folder / "tube.glb", "-o", folder / "tube.obj"}).exit_code, 0);
    expect_truncations_survived(folder / "tube.obj", 60);
}

TEST(CliHostile, truncated_bvh_is_posed_or_refused) {
    ISOSKIN_NEEDS_SHARED_DATA();
    expect_truncations_survived(shared_data("bvh-cmu-a/35_17.bvh"), 60);
}

}  // namespace
}  // namespace isoskin
