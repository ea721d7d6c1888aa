/** The look of the account chooser: the tokens of the design, light and dark. */
export const CHOOSER_STYLE = `
@font-face {
  font-family: Inter;
  src: url(/control-room/inter.woff2) format('woff2');
  font-weight: 100 900;
  font-display: swap;
}
:root {
  color-scheme: light dark;
  --bg: #f7f8fa;
  --surface: #fff;
  --hover: #f5f6f9;
  --border: #e4e7ed;
  --control: #8a91a1;
  --text: #14171f;
  --text2: #4f5666;
  --accent: #2f5af4;
  --accent-hover: #2448d6;
  --accent-text: #2448d6;
  --red: #c02b22;
  --red-soft: #fdecea;
  --amber: #8a5200;
  --amber-soft: #fff5df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #0b0d12;
    --surface: #13161d;
    --hover: #191d26;
    --border: #252b37;
    --control: #6a7386;
    --text: #eceef4;
    --text2: #a9b0c0;
    --accent: #3f68f6;
    --accent-hover: #5479fb;
    --accent-text: #93acff;
    --red: #ff8a80;
    --red-soft: #35191a;
    --amber: #f2bc4b;
    --amber-soft: #2f240e;
  }
}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 24px 16px;
  background: var(--bg);
  color: var(--text);
  font: 14px/20px Inter, system-ui, sans-serif;
}
main {
  width: 100%;
  max-width: 420px;
  background: var(--surface);
  border: 1px solid var(--border);
  border-radius: 14px;
  padding: 28px;
}
.tag {
  float: inline-end;
  margin: 4px 0 0;
  padding: 2px 8px;
  border-radius: 5px;
  background: var(--amber-soft);
  color: var(--amber);
  font-size: 12px;
  font-weight: 600;
}
h1 {
  margin: 0;
  font-size: 20px;
  line-height: 28px;
  font-weight: 600;
}
h2 {
  margin: 20px 0 4px;
  font-size: 13px;
  font-weight: 600;
  color: var(--text2);
}
.lead {
  margin: 2px 0 18px;
  color: var(--text2);
}
.lead b {
  color: var(--text);
  font-weight: 600;
}
ul {
  list-style: none;
  margin: 0;
  padding: 0;
  border: 1px solid var(--border);
  border-radius: 10px;
  overflow: hidden;
}
li + li {
  border-top: 1px solid var(--border);
}
.person {
  width: 100%;
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 10px 12px;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;
}
.person:hover {
  background: var(--hover);
}
.person img {
  border-radius: 50%;
}
.person b, .person small {
  display: block;
}
.person b {
  font-weight: 550;
}
.person small {
  font-size: 12px;
  line-height: 16px;
  color: var(--text2);
}
label {
  display: block;
  margin-top: 10px;
  font-size: 13px;
  font-weight: 500;
}
input {
  width: 100%;
  height: 42px;
  margin-top: 4px;
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: 8px;
  background: var(--surface);
  color: inherit;
  font: inherit;
}
.primary, .plain {
  width: 100%;
  height: 42px;
  border-radius: 8px;
  border: 0;
  font: inherit;
  font-weight: 550;
  cursor: pointer;
}
.primary {
  margin-top: 16px;
  background: var(--accent);
  color: #fff;
}
.primary:hover {
  background: var(--accent-hover);
}
.plain {
  margin-top: 8px;
  background: none;
  color: var(--accent-text);
}
.plain:hover {
  background: var(--hover);
}
.problem {
  padding: 10px 12px;
  border-radius: 8px;
  background: var(--red-soft);
  color: var(--red);
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
.person:focus-visible {
  outline-offset: -2px;
  border-radius: 10px;
}
`
