/** Foundation spec §9: generated ids are 8 characters. For toasts and form rows, never for secrets. */
const SHORT_ID_LENGTH = 8 // §9
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz' // spec: not shown; lower case survives every store and URL

/** `random` gives [0, 1). */
export function shortId(random: () => number): string {
  let id = ''
  while (id.length < SHORT_ID_LENGTH) id += ALPHABET.charAt(Math.floor(random() * ALPHABET.length))
  return id
}
