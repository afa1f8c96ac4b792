#include "report/report_page.h"

namespace isoskin::report {

const char* const kReportStyle = R"(
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #ffffff; --ink: #1c2024; --soft: #626a73; --line: #e3e5e4;
  --s0: #c8374a; --s1: #d98a1f; --s2: #8a63b8; --s3: #0f8a92; --s4: #5b8f33; --s5: #2456d6; --s6: #b0417f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --card: #1d2125; --ink: #e7e9ea; --soft: #99a2ab; --line: #30363c;
    --s0: #f0697a; --s1: #f0b04e; --s2: #b794e6; --s3: #4cc3c9; --s4: #96c96a; --s5: #7aa2ff; --s6: #ea8ac0;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 960px; margin: 0 auto; padding: 48px 24px 64px; }
h1 { font-size: 30px; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em;
  margin: 0 0 12px; text-wrap: balance; }
h1 em { font-style: normal; color: var(--s0); white-space: nowrap; }
h1 strong { font-weight: inherit; color: var(--s5); white-space: nowrap; }
h2 { font-size: 21px; font-weight: 650; letter-spacing: -0.01em; margin: 52px 0 16px; }
h3 { font-size: 16px; font-weight: 650; margin: 36px 0 8px; }
p { margin: 0 0 12px; max-width: 72ch; }
.about, .note, figcaption, footer { color: var(--soft); }
.about, .note, footer { font-size: 14.5px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px;
  margin: 24px 0; }
.tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 12px 16px; }
.tiles b { display: block; font-size: 22px; font-weight: 650; font-variant-numeric: tabular-nums; }
.tiles span { font-size: 13px; color: var(--soft); }
.moment { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 12px;
  margin: 0 0 8px; }
.moment figure, figure.plot { margin: 0; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; overflow: hidden; }
.moment img { display: block; width: 100%; height: auto; }
.moment figcaption { padding: 8px 14px 10px; font-size: 14px; }
figure.plot { padding: 14px 16px 4px; margin: 0 0 16px; }
figure.plot figcaption { font-weight: 600; color: var(--ink); font-size: 15px; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
.legend { margin: 4px 0 6px; font-size: 13px; color: var(--soft); max-width: none; }
.legend span { display: inline-block; margin-right: 18px; white-space: nowrap; }
.legend i { display: inline-block; width: 18px; height: 3px; border-radius: 2px;
  margin-right: 6px; vertical-align: 4px; }
.legend b { color: var(--ink); font-weight: 600; margin-left: 6px;
  font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); stroke-width: 1; }
.cursor { visibility: hidden; stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 3; }
.tick { font-size: 12px; fill: var(--soft); font-variant-numeric: tabular-nums; }
.name { font-size: 13px; fill: var(--ink); }
.curve { fill: none; stroke-width: 1.7; stroke-linejoin: round; }
.curve.s5 { stroke-width: 2.6; }
.curve.s0 { stroke: var(--s0); } .curve.s1 { stroke: var(--s1); } .curve.s2 { stroke: var(--s2); }
.curve.s3 { stroke: var(--s3); } .curve.s4 { stroke: var(--s4); } .curve.s5 { stroke: var(--s5); }
.curve.s6 { stroke: var(--s6); } i.s6 { background: var(--s6); }
i.s0 { background: var(--s0); } i.s1 { background: var(--s1); } i.s2 { background: var(--s2); }
i.s3 { background: var(--s3); } i.s4 { background: var(--s4); } i.s5 { background: var(--s5); }
.lost { fill: var(--s0); } .gained { fill: var(--s5); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14.5px;
  font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: 13px; }
th, td { padding: 7px 14px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th.n, td.n { text-align: right; }
footer { margin-top: 56px; border-top: 1px solid var(--line); padding-top: 16px; }
)";

const char* const kReportScript = R"(
for (const figure of document.querySelectorAll("figure.plot")) {
  const data = JSON.parse(figure.querySelector("script").textContent);
  const svg = figure.querySelector("svg");
  const cursor = svg.querySelector(".cursor");
  const numbers = figure.querySelectorAll(".legend b");
  const text = v => Math.abs(v) < 5e-5 ? v.toExponential(1) : (100 * v).toFixed(2) + " %";
  svg.addEventListener("pointermove", event => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * data.width;
    const share = Math.min(1, Math.max(0, (x - data.left) / (data.right - data.left)));
    const index = Math.round(share * (data.times.length - 1));
    const at = data.left + (data.right - data.left) * index / Math.max(1, data.times.length - 1);
    cursor.setAttribute("x1", at);
    cursor.setAttribute("x2", at);
    cursor.style.visibility = "visible";
    numbers.forEach((number, s) => { number.textContent = text(data.series[s][index]); });
  });
  svg.addEventListener("pointerleave", () => {
    cursor.style.visibility = "hidden";
    numbers.forEach(number => { number.textContent = ""; });
  });
}
)";

}  // namespace isoskin::report
