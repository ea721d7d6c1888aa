import type { Call } from '@omni/contracts/kernel.ts'
import { z } from 'zod'
import { escapeHtml } from '@omni/domain/escape-html.ts'

const pretty = (schema: z.ZodType, io: 'input' | 'output') => {
  // zod types it as its own class
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return escapeHtml(JSON.stringify(rest, null, 2))
}

/** A page a person can read: no script, so it needs no exception from the content security policy. */
export function apiDocsPage(areas: Record<string, Record<string, Call>>): string {
  const nav = Object.keys(areas)
    .map((area) => `<a href="#${area}">${area}</a>`)
    .join(' ')
  const sections = Object.entries(areas).map(
    ([area, calls]) => `<section id="${area}"><h2>${area}</h2>${Object.values(calls).map(entry).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Omni API</title><style>${STYLE}</style></head>
<body><header><h1>Omni API</h1><p>Base <code>/api</code>. Send the header <code>app: AO</code> with every call. Machine-readable: <a href="/api/openapi.json">openapi.json</a></p><nav aria-label="Areas">${nav}</nav></header>
<main>${sections.join('')}</main></body></html>`
}

const entry = (
  call: Call,
) => `<details id="${call.name}"><summary><b class="${call.method}">${call.method}</b> <code>${escapeHtml(call.path)}</code> <span>${escapeHtml(call.about)}</span></summary>
<p>${call.access === 'public' ? 'Needs no sign-in.' : call.access === 'user' ? 'Needs a session.' : 'Needs a session; acts inside the workplace of the <code>workplace-id</code> header.'}</p>
<h3>Input</h3><pre tabindex="0">${pretty(call.input, 'input')}</pre><h3>Data</h3><pre tabindex="0">${pretty(call.data, 'output')}</pre></details>`

const STYLE = `:root{color-scheme:light dark}body{font:14px/20px system-ui,sans-serif;max-width:960px;margin:0 auto;padding:24px}
nav a{margin-inline-end:12px}h2{margin-top:32px;text-transform:capitalize}details{border:1px solid #8A91A155;border-radius:8px;margin:8px 0;padding:8px 12px}
summary{cursor:pointer}summary b{display:inline-block;min-width:56px}summary span{opacity:.8}pre{overflow:auto;background:#8A91A11a;padding:12px;border-radius:8px;max-height:420px}`
