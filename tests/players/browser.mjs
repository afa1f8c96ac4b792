// Debian's chromium over the page of this folder, served on loopback.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = join(here, "../node");
const require = createRequire(join(modules, "package.json"));
const chromiumPath = "/usr/bin/chromium";
const types = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };

const patience = 600_000; // ms: software GL on a machine that others use too; ctest ends what hangs

/// Why there is no browser to test with, or an empty text.
export const missing = () => {
  if (!existsSync(chromiumPath)) return "chromium is not installed; tools/install.sh test installs it";
  for (const name of ["three", "playwright-core"])
    if (!existsSync(join(modules, "node_modules", name))) return `${name} is not installed; run: npm ci --prefix tests/node`;
  return "";
};

// Folders by the first word of the address; nothing outside them is served.
const serve = (folders) =>
  createServer((request, response) => {
    const [, first, ...rest] = decodeURIComponent(new URL(request.url, "http://x").pathname).split("/");
    const folder = folders[first];
    const path = folder && join(folder, normalize("/" + rest.join("/")));
    if (!path || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });

/// Opens `page` (of this folder unless `folders` says otherwise) and calls `use(page, origin)`.
export const withPage = async (folders, address, use) => {
  const { chromium } = require("playwright-core");
  const server = serve({ players: here, three: join(modules, "node_modules/three"), ...folders });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    timeout: patience,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    page.setDefaultNavigationTimeout(patience);
    page.on("pageerror", (error) => console.error(`page: ${error.message}`));
    await page.goto(origin + address);
    await page.waitForFunction(() => window.ready === true, null); // software GL is slow to compile
    return await use(page, origin);
  } finally {
    await browser.close();
    server.close();
  }
};
