/** Makes outside data fit for PostgreSQL and fit to be read by people: no NUL, no secrets, no megabytes. */

const SECRET_KEY = new RegExp(
  [
    '^(pass|passwd|password|(proxy-)?authorization|(set-)?cookie|.*secret|.*secret_proof',
    '|.*access[_-]?token|.*refresh_?token|id_token|(x-)?api[_-]?key|code_verifier)$',
  ].join(''),
  'i',
)
const REDACTED = '[redacted]'
const LONGEST_TEXT = 16_384
const SHOWN_OF_LONG = 2000
const DEEPEST = 12

/** PostgreSQL text and jsonb refuse NUL and half surrogates; a vendor's caller may well send both. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

export function storable(value: unknown, secretKeys: ReadonlySet<string> = new Set(), depth = 0): unknown {
  if (typeof value === 'string') {
    const text = storableText(value)
    if (text.length <= LONGEST_TEXT) return text
    return `${text.slice(0, LONGEST_TEXT).toWellFormed()}… (${text.length} characters)`
  }
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value
  if (Buffer.isBuffer(value)) return `(${value.length} bytes)`
  if (value instanceof Date) return value.toISOString()
  if (depth > DEEPEST) return '…'
  if (Array.isArray(value)) return value.slice(0, 500).map((item) => storable(item, secretKeys, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const secret = item !== undefined && item !== '' && (SECRET_KEY.test(key) || secretKeys.has(key))
      return [storableText(key), secret ? REDACTED : storable(item, secretKeys, depth + 1)]
    }),
  )
}

/**
 * A catalogue's answer runs to megabytes and is asked for thousands of times: of a long one the books keep the
 * beginning.
 */
export function brief(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  return text.length <= LONGEST_TEXT
    ? value
    : `${storableText(text.slice(0, SHOWN_OF_LONG))}… (${text.length} characters)`
}

/** A body as its sender meant it (JSON or a form), so that its secrets have names and can be blotted out. */
export function readableBody(body: unknown, contentType: string): unknown {
  if (typeof body !== 'string') return body
  if (contentType.includes('json')) {
    try {
      return JSON.parse(body)
    } catch {
      return body
    }
  }
  return contentType.includes('x-www-form-urlencoded') ? Object.fromEntries(new URLSearchParams(body)) : body
}
