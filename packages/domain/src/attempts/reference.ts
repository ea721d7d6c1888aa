/** Crockford's alphabet: no letter that is read as a digit, and safe in every vendor's field. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BITS = 5n

/**
 * Our name for an attempt at a vendor, the same on every send: `om` and the attempt's id in base 32. 28 characters, so
 * that it fits the shortest field of any vendor (32).
 */
export function attemptReference(attempt_id: string): string {
  let rest = BigInt(`0x${attempt_id.replaceAll('-', '')}`)
  let text = ''
  for (let digit = 0; digit < 26; digit++) {
    text = (ALPHABET[Number(rest & 31n)] ?? '') + text
    rest >>= BITS
  }
  return `om${text}`
}
