#include <gtest/gtest.h>

#include "cli/program.h"
#include "isoskin/io/file.h"
#include "support/temporary_folder.h"

namespace isoskin {
namespace {

constexpr int kUnsupported = 4;  // there is no driver to draw with

/// Pictures of a bent demo tube.
class CliCompare : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(run_isoskin({"demo", "tube", "-o", tube_, "--quiet"}).exit_code, 0);
        if (draw("probe.png", {}).exit_code == kUnsupported) GTEST_SKIP() << "nothing can draw";
    }

    ProgramRun draw(const std::string& file, std::vector<std::string> options) const {
        options.insert(options.begin(), {"render", tube_, "-o", folder_ / file, "--quiet",
                                         "--rotate", "middle=90,0,0", "--size", "320x160"});
        return run_isoskin(options);
    }

    std::vector<std::uint8_t> picture(const std::vector<std::string>& options) const {
        const auto run = draw("a.png", options);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        const auto bytes = read_bytes(folder_ / "a.png");
        return bytes ? *bytes : std::vector<std::uint8_t>();
    }

    const TemporaryFolder folder_;
    const std::string tube_ = folder_ / "tube.glb";
};

int big_endian(const std::vector<std::uint8_t>& bytes, std::size_t at) {
    return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
}

TEST_F(CliCompare, draws_both_sides_in_the_size_asked_for) {
    const auto png = picture({"--compare"});
    ASSERT_GT(png.size(), 24U);
    EXPECT_EQ(big_endian(png, 16), 320);
    EXPECT_EQ(big_endian(png, 20), 160);
}

TEST_F(CliCompare, volume_and_its_colours_change_the_picture) {
    const auto kept = picture({});
    EXPECT_NE(picture({"--volume", "none"}), kept);
    const auto heat = picture({"--color", "volume"});
    EXPECT_NE(heat, kept);
    EXPECT_NE(picture({"--color", "volume", "--volume", "none"}), heat);
}

TEST_F(CliCompare, a_bind_shape_has_nothing_to_compare) {
    const auto run = draw("a.png", {"--compare", "--bind"});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(is_one_sentence(run.err)) << run.err;
}

}  // namespace
}  // namespace isoskin
