import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'

/** Quiet and closed to the network: nothing but our own servers is asked for. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Browser | undefined
const chromiumPath = () => process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export async function openBrowser(): Promise<Browser> {
  if (browser) return browser
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGS })
  return browser
}
afterAll(async () => {
  await browser?.close()
  browser = undefined
})

export const omniUrl = () => inject('omniUrl')
export const sandboxUrl = () => inject('sandboxUrl')

export interface Seat {
  page: Page
  context: BrowserContext
  problems: string[]
}

/** A fresh browser profile. Whatever the page complains about is collected, and `mustBeQuiet` fails on it. */
export async function sit(options: BrowserContextOptions = {}): Promise<Seat> {
  const context = await (
    await openBrowser()
  ).newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', baseURL: omniUrl(), ...options })
  context.setDefaultTimeout(60_000 * inject('patience'))
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // A refused call (4xx) is logged by the browser itself; the page handles it.
    if (
      message.type() === 'error' &&
      !/Failed to load resource: the server responded with a status of 4\d\d|net::ERR_/.test(message.text())
    )
      problems.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  return { page, context, problems }
}

export const mustBeQuiet = (...seats: Seat[]) => {
  for (const { problems } of seats) expect(problems).toEqual([])
}

export const DEMO = { email: 'maya@omni.test', password: 'northwind-goods' }

export async function signIn(page: Page, who: { email: string; password: string } = DEMO): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app')
  await page.getByRole('navigation').first().waitFor()
}

interface MailSeen {
  id: number
  subject: string
  to: string[]
  links: string[]
  text: string
}

/** Waits for the newest mail to an address, as it arrived in the sandbox's mailbox. */
export async function newestMail(to: string, subject?: RegExp): Promise<MailSeen> {
  for (let tries = 0; tries < 300 * inject('patience'); tries++) {
    const { mails } = (await (await fetch(`${sandboxUrl()}/control/mails?to=${encodeURIComponent(to)}`)).json()) as {
      mails: { id: number; subject: string }[]
    } // the sandbox's own list
    const found = mails.filter((mail) => !subject || subject.test(mail.subject)).toSorted((a, b) => b.id - a.id)[0]
    if (found) return (await (await fetch(`${sandboxUrl()}/control/mails/${found.id}`)).json()) as MailSeen // the sandbox's own mail
    await new Promise((done) => setTimeout(done, 150))
  }
  throw new Error(`no mail to ${to}`)
}

/** Switches faults of a sandbox vendor; an empty list heals it. */
export async function setFaults(vendor: string, faults: object[]): Promise<void> {
  const reply = await fetch(`${sandboxUrl()}/control/vendors/${vendor}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
  expect(reply.status).toBe(200)
}

/** A call as a program makes it, to prepare or to look behind the screen. `cookies` are sent, and filled by the reply. */
export async function call(
  method: string,
  path: string,
  token: string,
  body?: object,
  cookies = new Map<string, string>(),
): Promise<unknown> {
  const reply = await fetch(`${omniUrl()}/api${path}`, {
    method,
    headers: {
      app: 'AO',
      authorization: `Bearer ${token}`,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  for (const line of reply.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
    cookies.set(name, value)
  }
  const envelope = (await reply.json()) as { success: boolean; message: string; data: unknown } // every reply is one
  expect(envelope.success, envelope.message).toBe(true)
  return envelope.data
}

/** A verified account made through the API and its mail; for journeys that are not about signing up. */
export async function newAccount(first_name = 'Nora'): Promise<{ email: string; password: string; token: string }> {
  const email = `${crypto.randomUUID()}@omni.test`
  const password = 'correct horse battery'
  // The same browser signs up and verifies: its password stays.
  const cookies = new Map<string, string>()
  await call('POST', '/auth/register', '', { email, password, first_name }, cookies)
  const [link = ''] = (await newestMail(email)).links
  const { searchParams } = new URL(link)
  const { token } = (await call(
    'GET',
    `/auth/verify-email/${searchParams.get('id')}/${searchParams.get('code')}/`,
    '',
    undefined,
    cookies,
  )) as { token: string } // a program gets its token
  return { email, password, token }
}
