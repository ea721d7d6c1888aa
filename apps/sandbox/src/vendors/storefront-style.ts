/** The look of a shop: a plain theme, light and dark. */
export const STOREFRONT_STYLE = `
@font-face {
  font-family: Inter;
  src: url(/control-room/inter.woff2) format('woff2');
  font-weight: 100 900;
  font-display: swap;
}
:root {
  color-scheme: light dark;
  --bg: #fff;
  --soft: #f4f5f7;
  --border: #e4e7ed;
  --text: #14171f;
  --text2: #4f5666;
}
@media (prefers-color-scheme: dark) {
  :root { --bg: #0f1116; --soft: #1a1e27; --border: #2a3140; --text: #eceef4; --text2: #a9b0c0; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/24px Inter, system-ui, sans-serif; }
header {
  display: flex;
  justify-content: space-between;
  align-items: center;
  padding: 20px 24px;
  border-bottom: 1px solid var(--border);
}
header a { font-size: 20px; font-weight: 650; color: inherit; text-decoration: none; }
header small { color: var(--text2); }
main { max-width: 1160px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { margin: 0 0 16px; font-size: 28px; line-height: 36px; font-weight: 600; }
.grid, .pictures { list-style: none; margin: 0; padding: 0; display: grid; gap: 24px; }
.grid { grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); }
.grid a { display: grid; gap: 4px; color: inherit; text-decoration: none; }
.grid b { font-weight: 500; }
.grid a:hover b { text-decoration: underline; }
.grid span { color: var(--text2); }
img, .blank {
  display: block;
  width: 100%;
  aspect-ratio: 1;
  object-fit: cover;
  border-radius: 12px;
  background: var(--soft);
}
article { display: grid; gap: 40px; grid-template-columns: 1fr 1fr; }
.pictures { grid-template-columns: 1fr 1fr; gap: 12px; align-content: start; }
.pictures li:first-child { grid-column: 1 / -1; }
.vendor { margin: 0; color: var(--text2); font-size: 14px; }
.price { font-size: 22px; }
.price s { color: var(--text2); font-size: 16px; }
.text { color: var(--text2); }
.empty { color: var(--text2); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 10px 8px; border-bottom: 1px solid var(--border); text-align: start; font-weight: 400; }
thead th { color: var(--text2); font-size: 14px; }
@media (max-width: 720px) { article { grid-template-columns: 1fr; } }
.checkout { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 12px; margin: 20px 0; }
.checkout label { display: grid; gap: 4px; font-size: 13px; color: var(--text2); }
.checkout input, .checkout select, .checkout button { font: inherit; padding: 8px 10px; border: 1px solid var(--border);
  border-radius: 8px; background: var(--bg); color: var(--text); }
.checkout button { background: var(--text); color: var(--bg); font-weight: 600; align-self: end; cursor: pointer; }
`
