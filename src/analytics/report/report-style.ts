/** The style of the report, which stands in the page itself: the loopback port serves no other files. */
export const REPORT_STYLE = `
:root { --text: #1c2430; --quiet: #5c6675; --line: #dde2e9; --paper: #fff; --back: #f5f7fa; --found: #3b6fd4; --empty: #d9822b; --bad: #a8480b; font: 15px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ee; --quiet: #a2acba; --line: #333b47; --paper: #1a2029; --back: #12161c; --found: #6f9bf0; --empty: #e39a4d; --bad: #f0b077 } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px 20px 48px; max-width: 1080px; color: var(--text); background: var(--back) }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; justify-content: space-between }
h1 { margin: 0; font-size: 26px; line-height: 1.2 }
h2 { margin: 0 0 8px; font-size: 18px; display: flex; align-items: baseline; gap: 12px }
a { color: var(--found) }
nav ul { display: flex; gap: 4px; margin: 0; padding: 0; list-style: none }
nav a { display: block; padding: 4px 12px; border-radius: 6px; text-decoration: none }
nav a[aria-current] { background: var(--paper); color: var(--text); box-shadow: inset 0 0 0 1px var(--line); font-weight: 600 }
section, .tiles > div { background: var(--paper); border: 1px solid var(--line); border-radius: 10px }
section { margin-top: 20px; padding: 18px 20px }
section > p { margin: 0 0 10px; color: var(--quiet) }
.csv { margin-left: auto; font-size: 14px; font-weight: 400 }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(158px, 1fr)); gap: 12px; margin: 20px 0 0 }
.tiles > div { padding: 14px 16px }
dt { color: var(--quiet); font-size: 14px; line-height: 1.35; min-height: 1.35em }
dd { margin: 6px 0 0 }
dd b { display: block; font-size: 26px; line-height: 1.15; font-variant-numeric: tabular-nums }
dd span { color: var(--quiet); font-size: 13px }
figure { margin: 0 }
svg { display: block; max-width: 100%; height: auto }
figure svg { border-bottom: 1px solid var(--line) }
rect.found { fill: var(--found) } rect.empty { fill: var(--empty) }
figcaption { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 6px; color: var(--quiet); font-size: 13px }
.legend { margin-left: auto }
.legend i { display: inline-block; width: 10px; height: 10px; margin: 0 5px 0 10px; border-radius: 2px }
i.found { background: var(--found) } i.empty { background: var(--empty) }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th, td { padding: 7px 10px; text-align: left; border-top: 1px solid var(--line); font-weight: 400; vertical-align: top }
thead th { border: 0; color: var(--quiet); font-size: 13px; white-space: nowrap }
tbody th { min-width: 180px; font-weight: 600; overflow-wrap: anywhere }
th:first-child, td:first-child { padding-left: 0 } th:last-child, td:last-child { padding-right: 0 }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.page { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere }
.bad { color: var(--bad); font-weight: 600 }
.bar { width: 100%; max-width: 220px; height: 4px; margin-top: 5px; background: var(--line); border: 0; border-radius: 2px }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(360px, 100%), 1fr)); gap: 20px; margin-top: 20px }
.two section { margin: 0 }
.two tbody th { min-width: 120px }
.none { color: var(--quiet) }
footer { margin-top: 20px; color: var(--quiet); font-size: 13px; max-width: 75ch }
code { font-family: ui-monospace, monospace; font-size: .93em }
`
