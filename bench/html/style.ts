/** Complete style of the report, for both colour schemes. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c1f24;--soft:#5b636e;--line:#d9dde3;--paper:#fff;--card:#f6f7f9;--link:#0b5cad;
--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#b8548f;--s4:#c48a00;--s5:#3f97cf;--s6:#6b7280}
@media(prefers-color-scheme:dark){:root{--ink:#e7e9ec;--soft:#a0a8b3;--line:#363c45;--paper:#14171b;--card:#1b1f25;--link:#7db8f2;
--s0:#4da6e0;--s1:#ff8a4c;--s2:#34d1a3;--s3:#ea9fcb;--s4:#eec04a;--s5:#9ad4f7;--s6:#a5adb8}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif}
body>*{max-width:64rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
header{padding-top:clamp(1.5rem,5vw,3.5rem)}
h1,h2,h3,h4,nav,table,figure,.meta,summary,.gap{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font-size:clamp(1.75rem,1.2rem + 2.6vw,2.6rem);line-height:1.15;letter-spacing:-.02em;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .25rem}
h3{font-size:1.0625rem;margin:2rem 0 .5rem}
section{padding-block:2.5rem 1rem}
section+section::before{content:"";display:block;border-top:1px solid var(--line);margin-bottom:2.5rem}
p,.prose li{max-width:68ch;text-wrap:pretty}
a{color:var(--link);text-underline-offset:.15em}
.meta{color:var(--soft);font-size:.875rem;line-height:1.5;margin:.25rem 0 1rem;max-width:none}
code{font:.88em/1.5 ui-monospace,"Cascadia Mono","DejaVu Sans Mono",Menlo,monospace;background:var(--card);padding:.1em .3em;border-radius:.2em;overflow-wrap:anywhere}
nav ol{columns:2 18rem;column-gap:2rem;padding-left:1.4rem;margin:.5rem 0;font-size:.9375rem;line-height:1.45}
nav li{break-inside:avoid;margin-bottom:.4rem;padding-left:.2rem}
nav li::marker{color:var(--soft)}
.charts{columns:2 25rem;column-gap:1.25rem;margin:1.5rem 0 .25rem}
.charts figure{break-inside:avoid;margin-bottom:1.25rem}
figure{margin:0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem;min-width:0}
figcaption{font-weight:600;font-size:.9375rem;line-height:1.35;margin-bottom:.6rem}
figcaption small{display:block;font-weight:400;font-size:.8125rem;color:var(--soft)}
figure>svg{display:block;width:100%;height:auto;overflow:visible}
.short{display:grid;gap:1.25rem;margin:1.5rem 0;align-items:start}.short .table{margin:0}
@media(min-width:56rem){.short{grid-template-columns:minmax(0,2fr) minmax(0,3fr)}}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem .9rem;margin:0 0 .6rem;padding:0;font-size:.8125rem;line-height:1.4}
.legend li{display:flex;align-items:center;gap:.35rem}
.legend svg{width:26px;height:12px;flex:none}
svg text{font-size:12px;fill:var(--soft)}
@media(max-width:34rem){svg text{font-size:13.5px}th,td{padding:.4rem .55rem}}
svg .value,svg .axis{fill:var(--ink)}
svg .value{font-variant-numeric:tabular-nums}
svg .end{text-anchor:end}svg .middle{text-anchor:middle}
svg .grid{stroke:var(--line);stroke-width:1}
svg .baseline{stroke:var(--ink);stroke-width:1.5}
svg .stroke{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
svg .fill{fill:var(--c)}
${[0, 1, 2, 3, 4, 5, 6].map((n) => `.s${n}{--c:var(--s${n})}`).join('')}
.table{overflow-x:auto;margin:1rem 0;border:1px solid var(--line);border-radius:.5rem}
.table:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.8438rem;line-height:1.4;font-variant-numeric:tabular-nums}
th,td{padding:.45rem .7rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{font-weight:600;background:var(--card);white-space:nowrap}
td:not(:first-child){white-space:nowrap}
td:first-child{min-width:11rem}
.figures td:nth-child(2),.figures th:nth-child(2){text-align:right}
tbody tr:last-child td{border-bottom:0}
details{margin:1.25rem 0}
summary{cursor:pointer;font-size:.9375rem;color:var(--link);padding:.25rem 0}
.gap{background:var(--card);border-left:3px solid var(--s1);padding:.6rem .9rem;font-size:.9375rem}
`
