import type { FastifyInstance, FastifyReply } from 'fastify'
import { CHOOSER_STYLE } from './chooser-style.ts'
import { escapeHtml, type Person } from './people.ts'

interface Chooser {
  brand: string
  /** Where the forms post to. */
  action: string
  /** Carried through both forms. */
  hidden: Record<string, string>
  people: readonly Person[]
  problem?: string
}

// No `form-action`: browsers apply it to the redirect after the post too, which leads back to Omni's address.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(html)

/** "Continue as …": works without JavaScript, so a test clicks it like a person. */
export function chooserPage({ brand, action, hidden, people, problem }: Chooser): string {
  const carried = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const form = (inner: string) => `<form method="post" action="${escapeHtml(action)}">${carried}${inner}</form>`
  const rows = people
    .map(
      ({ sub, name, email }) => `<li><button class="person" name="person" value="${sub}">
        <img src="/identity/people/${sub}.svg" alt="" width="36" height="36">
        <span><b>Continue as ${escapeHtml(name)}</b><small>${escapeHtml(email)}</small></span></button></li>`,
    )
    .join('')
  return page(
    `Sign in with ${brand}`,
    `<p class="tag">Sandbox</p>
    <h1>Sign in with ${brand}</h1>
    <p class="lead">to continue to <b>Omni</b></p>
    ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    ${form(`<ul aria-label="Accounts">${rows}</ul>`)}
    <h2>Someone else</h2>
    ${form(
      `<label for="name">Name</label>
      <input id="name" name="name" autocomplete="off" required maxlength="100">
      <label for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="off" required maxlength="254">
      <button class="primary">Continue</button>`,
    )}
    ${form('<button class="plain" name="cancel" value="1">Cancel</button>')}`,
  )
}

export const problemPage = (brand: string, sentence: string) =>
  page(
    `${brand} cannot sign you in`,
    `<h1>${brand} cannot sign you in</h1><p class="problem">${escapeHtml(sentence)}</p>`,
  )

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/identity/chooser.css"></head>
<body><main>${body}</main></body></html>`

export function chooserStyle(app: FastifyInstance) {
  app.get('/chooser.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(CHOOSER_STYLE),
  )
}
