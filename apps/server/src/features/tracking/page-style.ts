/**
 * The page's own styles. The frame holds what a seller's styles may change: it paints nothing outside of itself, and what
 * is fixed inside of it is fixed to it.
 */
export const PAGE_STYLE = `
*{box-sizing:border-box}body{margin:0;background:#f7f8fa;color:#15181f;font:14px/1.45 Inter,system-ui,sans-serif}
.frame{contain:layout paint style;overflow:hidden;position:relative;isolation:isolate}
.shop{--ground:#f7f8fa;--ink:#15181f;--accent:#1f5f46;--on-accent:#fff;--accent-text:#1f5f46;background:var(--ground);color:var(--ink);min-height:70vh}
.shop header{display:flex;align-items:center;gap:10px;padding:12px 16px;background:#fff;color:#15181f;border-block-end:1px solid #e3e6ec}
.shop header img,.shop .letter{width:28px;height:28px;border-radius:6px;object-fit:contain}
.shop .letter{display:grid;place-items:center;background:var(--accent);color:var(--on-accent);font-weight:700}
.shop .name{font-weight:600;font-size:16px}
.shop main{max-width:560px;margin:0 auto;padding:16px}
.shop h1{font-size:28px;line-height:1.15;margin:0 0 6px;letter-spacing:-.01em}
.shop h2{font-size:14px;margin:20px 0 8px}
.shop .order,.shop .when{margin:0 0 8px}
.shop .note{white-space:pre-line}
.shop .steps{list-style:none;display:grid;grid-template-columns:repeat(4,1fr);gap:6px;padding:0;margin:14px 0;font-size:12px}
.shop .steps li{border-block-start:5px solid #c9ced8;padding-block-start:6px}
.shop .steps .done{border-color:var(--accent)}
.shop .steps [aria-current]{font-weight:700}
.shop .card{background:#fff;color:#15181f;border:1px solid #e3e6ec;border-radius:10px;padding:12px 16px}
.shop .events{list-style:none;margin:0;padding:0}
.shop .events li{display:flex;justify-content:space-between;gap:12px;padding:8px 0 8px 20px;position:relative}
[dir=rtl] .shop .events li{padding:8px 20px 8px 0}
.shop .events li:before{content:"";position:absolute;inset-inline-start:0;inset-block-start:12px;width:10px;height:10px;border-radius:50%;border:2px solid #aab1bf}
.shop .events li:first-child:before{background:var(--accent);border-color:var(--accent)}
.shop .events b,.shop .items b{display:block;font-weight:500}
.shop .events li:first-child b{font-weight:700}
.shop .place,.shop time,.shop .quiet{color:#4f5666;font-size:13px}
.shop time{white-space:nowrap}
.shop .number{margin:10px 2px;overflow-wrap:anywhere}
.shop .items{list-style:none;margin:0}
.shop .items li{display:flex;gap:12px;align-items:center;padding:4px 0}
.shop .items img{width:56px;height:56px;border-radius:8px;object-fit:cover}
.shop .button{display:inline-block;padding:12px 18px;border-radius:10px;background:var(--accent);color:var(--on-accent);text-decoration:none;font-weight:600}
.shop .products{list-style:none;padding:0;display:grid;grid-template-columns:repeat(3,1fr);gap:10px}
.shop .products a,.shop .products li>span{display:flex;flex-direction:column;gap:4px;color:inherit;text-decoration:none}
.shop .products img{width:100%;aspect-ratio:1;object-fit:cover;border-radius:10px}
a:focus-visible{outline:3px solid #2f5af4;outline-offset:2px}
footer{max-width:560px;margin:0 auto;padding:12px 16px 32px;color:#4f5666;font-size:12px}
.languages{display:flex;flex-wrap:wrap;gap:4px 12px}.languages a{color:#4f5666;padding:4px 0}.languages [aria-current]{font-weight:700;color:#15181f}
`
