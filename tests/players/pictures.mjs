// Pictures for docs/bake.md: a character as three.js shows it, before and after baking.
// usage: node pictures.mjs PROGRAM FILE CLIP TIME OUT_PREFIX   writes OUT_PREFIX_plain.png, OUT_PREFIX_baked.png
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withPage } from "./browser.mjs";
import { run } from "./subjects.mjs";

const [program, file, clip, time, prefix] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "isoskin_pictures_"));
copyFileSync(file, join(folder, "plain.glb"));
run(program, "bake", file, "-o", join(folder, "baked.glb"), "--quiet");
await withPage({ files: folder }, "/players/page.html", async (page) => {
  for (const kind of ["plain", "baked"]) {
    await page.evaluate((url) => window.load(url), `/files/${kind}.glb`);
    await page.evaluate(([at, t]) => window.goTo(at, t), [Number(clip), Number(time)]);
    const picture = await page.evaluate(() => window.picture([640, 480], { from: [1, 0.35, 0.55], distance: 0.95 }));
    writeFileSync(`${prefix}_${kind}.png`, Buffer.from(picture.split(",")[1], "base64"));
  }
});
