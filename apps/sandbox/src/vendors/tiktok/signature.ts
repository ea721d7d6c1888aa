import { createHmac, timingSafeEqual } from 'node:crypto'

/** The application that Omni is at this platform. */
export const APP_KEY = '6sandboxtik1'
export const APP_SECRET = 'sandbox-tiktok-secret'
export const SERVICE_ID = '7300000000000000001'

const LEFT_OUT = new Set(['sign', 'access_token'])

/**
 * As the vendor's page "Sign your API request" tells it: {key}{value} of the query by name, behind the path, then the
 * body unless it is a form with files, all of it between two copies of the secret.
 */
export function isSigned(address: string, contentType: string, body: string): boolean {
  const url = new URL(address, 'http://sandbox')
  const names = [...new Set(url.searchParams.keys())].filter((name) => !LEFT_OUT.has(name))
  names.sort()
  const mac = createHmac('sha256', APP_SECRET).update(APP_SECRET).update(url.pathname)
  for (const name of names) mac.update(name).update(url.searchParams.get(name) ?? '')
  if (!contentType.startsWith('multipart/form-data')) mac.update(body)
  const right = Buffer.from(mac.update(APP_SECRET).digest('hex'))
  const given = Buffer.from(url.searchParams.get('sign') ?? '')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Of a message to the application: in the header "Authorization", with no word before it. */
export const signBody = (body: string): string =>
  createHmac('sha256', APP_SECRET).update(`${APP_KEY}${body}`).digest('hex')
