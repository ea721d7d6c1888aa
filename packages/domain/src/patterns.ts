/** Foundation spec §5: e-mail and URL patterns. A repeat ends at a sign it cannot contain, so time stays linear. */

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const TOP_LEVEL = '(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])'
const DOMAIN = `(?:${LABEL}\\.)+${TOP_LEVEL}`
const LOCAL = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
/** spec: not shown: localhost and plain addresses pass, so that a self-hosted store or the sandbox can be named. */
const HOST = `(?:localhost|\\d{1,3}(?:\\.\\d{1,3}){3}|${DOMAIN})`

export const EMAIL_PATTERN = new RegExp(`^${LOCAL}@${DOMAIN}$`, 'i')
/** §5: the scheme is optional; `//host` is allowed too. */
export const URL_PATTERN = new RegExp(`^(?:(?:https?:)?//)?${HOST}(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'i')

const MAX_EMAIL_LENGTH = 254 // the longest address mail servers carry
const MAX_LOCAL_LENGTH = 64 // part before the @, same source
const MAX_URL_LENGTH = 2048 // spec: not shown; what all browsers and servers accept

export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && text.indexOf('@') <= MAX_LOCAL_LENGTH && EMAIL_PATTERN.test(text)

export const isUrl = (text: string): boolean => text.length <= MAX_URL_LENGTH && URL_PATTERN.test(text)

/** §5: adds https where the scheme is missing; '//host' keeps its host. Empty stays empty. */
export function withScheme(url: string): string {
  const text = url.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return text.startsWith('//') ? `https:${text}` : `https://${text}`
}
