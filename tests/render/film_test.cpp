#include "render/film.h"

#include <array>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace isoskin::render {
namespace {

Picture plain(int width, int height, std::uint8_t grey) {
    Picture picture{.width = width, .height = height, .rgb = {}};
    picture.rgb.assign(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                       grey);
    return picture;
}

std::string output_of(const std::string& command) {
    std::string text;
    std::FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 256> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr)
        text += part.data();
    pclose(pipe);
    return text;
}

TEST(Film, holds_every_picture_given_to_it) {
    const TemporaryFolder folder;
    const auto path = folder / "short film.mp4";
    auto film = Film::create(path, {.width = 64, .height = 48, .frames_per_second = 25.0});
    ASSERT_TRUE(film) << film.error().message;
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(film->add(plain(64, 48, static_cast<std::uint8_t>(40 * i))));
    }
    EXPECT_FALSE(std::filesystem::exists(path)) << "only a finished film has its name";
    const Status status = film->finish();
    ASSERT_TRUE(status) << status.error().message;

    const std::string seen = output_of(
        "ffprobe -v error -count_frames -show_entries stream=codec_name,pix_fmt,nb_read_frames "
        "-of csv=p=0 '" +
        path.string() + "'");
    EXPECT_EQ(seen, "h264,yuv420p,5\n");
}

TEST(Film, leaves_nothing_behind_when_it_is_given_up) {
    const TemporaryFolder folder;
    {
        auto film = Film::create(folder / "film.mp4", {.width = 64, .height = 48});
        ASSERT_TRUE(film);
        ASSERT_TRUE(film->add(plain(64, 48, 90)));
    }
    EXPECT_TRUE(std::filesystem::is_empty((folder / "film.mp4").parent_path()));
}

TEST(Film, says_what_ffmpeg_says_when_it_cannot_write) {
    const TemporaryFolder folder;
    auto film = Film::create(folder / "missing/film.mp4", {.width = 64, .height = 48});
    ASSERT_TRUE(film);
    Status status = Done{};
    for (int i = 0; i < 200 && status; ++i)
        status = film->add(plain(64, 48, 90));
    if (status) status = film->finish();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::CannotWrite);
    EXPECT_NE(status.error().message.find("No such file or directory"), std::string::npos)
        << status.error().message;
}

TEST(Film, refuses_odd_sizes) {
    const auto film = Film::create("never.mp4", {.width = 63, .height = 48});
    ASSERT_FALSE(film);
    EXPECT_EQ(film.error().message, "a film needs even sizes, not 63 x 48");
}

}  // namespace
}  // namespace isoskin::render
