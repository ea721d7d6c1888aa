export const PAGE_STYLE = `
:root { color-scheme: light; --ink: #1f2233; --soft: #5b6078; --line: #dfe2ec; --accent: #5046c8; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #f4f5fa; }
.card { max-width: 440px; margin: 8vh auto; background: #fff; border: 1px solid var(--line); border-radius: 16px;
  padding: 28px 32px; }
.tag { display: inline-block; margin: 0; font-size: 12px; color: var(--accent); border: 1px solid; border-radius: 99px;
  padding: 1px 10px; }
h1 { font-size: 22px; margin: 14px 0 0; } .sum { font-size: 28px; font-weight: 700; margin: 4px 0 18px; }
label { display: block; font-size: 14px; color: var(--soft); margin: 12px 0 4px; }
input { width: 100%; font: inherit; padding: 10px 12px; border: 1px solid #8b90a8; border-radius: 10px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; }
.problem { color: #a3271b; } a { color: var(--accent); }
button { font: inherit; margin-top: 18px; padding: 11px 18px; border-radius: 10px; cursor: pointer;
  border: 1px solid var(--accent); }
button.primary { background: var(--accent); color: #fff; } button.plain { background: #fff; color: var(--accent); }
@media (max-width: 480px) { .card { margin: 0; border: 0; border-radius: 0; min-height: 100vh; } }
`
