import type { Envelope } from '../packages/contracts/src/kernel.ts'

/** The instance that is attacked. */
export interface Target {
  url: string
  /** Its sandbox, where the mails arrive; '' when there is none. */
  sandbox: string
  /** A minute's worth, for the test command. */
  short: boolean
}

/** What is found out about one attempt: nothing, or how it got through. */
type Finding = string | undefined
export type Check = (name: string, attempt: () => Promise<Finding>) => Promise<void>
/** One file of attempts of a kind. */
export interface Family {
  name: string
  run(target: Target, check: Check): Promise<void>
}

export interface Reply {
  http: number
  headers: Headers
  text: string
  body: Envelope<Record<string, unknown>>
}

export interface Sent {
  method?: string
  token?: string
  headers?: Record<string, string>
  body?: unknown
  /** Sent as it is, with a content type of its own. */
  raw?: BodyInit
}

const EMPTY: Envelope<Record<string, unknown>> = { status: 0, success: false, message: '', data: null }

/** A request as a program sends it. */
export async function send(
  target: Target,
  path: string,
  { method, token, headers, body, raw }: Sent = {},
): Promise<Reply> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${target.url}${path}`, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      app: 'AO',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  })
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, body: readEnvelope(text) }
}

function readEnvelope(text: string): Reply['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return EMPTY
  }
}

export interface Account {
  token: string
  email: string
  password: string
}
const PASSWORD = 'correct horse battery'

/** An account with a verified address where its mail can be read; a guest of the demo otherwise. */
export async function newAccount(target: Target): Promise<Account> {
  if (target.sandbox === '') {
    const guest = await send(target, '/api/auth/try-now', { body: {} })
    return { token: String(guest.body.data?.['token']), email: '', password: '' }
  }
  const email = `${crypto.randomUUID()}@omni.test`
  await send(target, '/api/auth/register', { body: { email, password: PASSWORD, first_name: 'Attack' } })
  const { searchParams } = new URL(await linkInMail(target, email))
  const path = `/api/auth/verify-email/${searchParams.get('id')}/${searchParams.get('code')}/`
  const verified = await send(target, path)
  return { token: String(verified.body.data?.['token']), email, password: PASSWORD }
}

const MAIL_TRIES = 300
const MAIL_EVERY_MS = 150

/** The first link of the newest mail to an address. */
export async function linkInMail(target: Target, to: string): Promise<string> {
  const read = async (path: string) => (await fetch(`${target.sandbox}/control/mails${path}`)).json()
  for (let tries = 0; tries < MAIL_TRIES; tries++) {
    const { mails } = (await read(`?to=${encodeURIComponent(to)}`)) as { mails: { id: number }[] } // the sandbox's list
    const newest = mails.toSorted((a, b) => b.id - a.id)[0]
    if (newest) return String(((await read(`/${newest.id}`)) as { links: string[] }).links[0]) // the sandbox's mail
    await new Promise((done) => setTimeout(done, MAIL_EVERY_MS))
  }
  throw new Error(`no mail to ${to}`)
}

/** The longest time anybody else waited for an answer while something was going on. */
export async function longestWait(target: Target, during: Promise<unknown>): Promise<number> {
  let over = false
  let longest = 0
  const ended = during
    .catch(() => {})
    .finally(() => {
      over = true
    })
  while (!over) {
    const from = performance.now()
    await fetch(`${target.url}/healthz`).then((response) => response.text())
    longest = Math.max(longest, performance.now() - from)
    await new Promise((done) => setTimeout(done, 20))
  }
  await ended
  return longest
}
