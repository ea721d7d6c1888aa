/**
 * Cuts a price formula into tokens, each with its exact place. What makes no sense becomes a token too: the parser
 * names the leftmost mistake.
 */

export interface Token {
  kind: 'number' | 'name' | 'sign' | 'bad_number' | 'bad_sign' | 'end'
  text: string
  at: number
}

const SPACE = /\s*/uy
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
/** Everything that hangs together with a digit, so `1.2.3`, `1e5` and `2cost` are pointed at as a whole. */
const NUMBER_LIKE = /(?:\d|\.\d)[\d.\p{L}_]*/uy
const NUMBER = /^(?:\d+(?:\.\d+)?|\.\d+)$/
const SIGNS = '+-*/%(),'

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function tokenAt(text: string, at: number): Token {
  const number = matchAt(NUMBER_LIKE, text, at)
  if (number) return { kind: NUMBER.test(number) ? 'number' : 'bad_number', text: number, at }
  const name = matchAt(NAME, text, at)
  if (name) return { kind: 'name', text: name, at }
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0) // a whole sign, also one beyond the first plane
  return { kind: SIGNS.includes(sign) ? 'sign' : 'bad_sign', text: sign, at }
}

/** Always ends in an `end` token at the end of the text. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let at = matchAt(SPACE, text, 0).length
  while (at < text.length) {
    const token = tokenAt(text, at)
    tokens.push(token)
    at += token.text.length
    at += matchAt(SPACE, text, at).length
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }]
}
