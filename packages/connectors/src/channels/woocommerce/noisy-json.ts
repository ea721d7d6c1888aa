import { parseVendorJson } from '../../vendor-json.ts'

const OPENING = /^[[{]/
/** Where JSON may begin behind notices: at the start of a line, or behind a tag. */
const AFTER_NOISE = /(?<=^|\n|>)\s*(?=[[{])/g
const MOST_TRIES = 50

/**
 * JSON with something printed before it: a byte order mark, PHP's notices. The JSON must reach to the end, so a page of
 * HTML with data inside is none. A reply that begins as JSON and does not parse was cut off: no part of it counts.
 */
export function parseNoisyJson(text: string): unknown {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  const whole = parseVendorJson(trimmed)
  if (whole !== undefined || OPENING.test(trimmed)) return whole
  let tries = 0
  for (const { index, 0: space } of trimmed.matchAll(AFTER_NOISE)) {
    if (++tries > MOST_TRIES) return undefined
    const found = parseVendorJson(trimmed.slice(index + space.length))
    if (found !== undefined) return found
  }
  return undefined
}
