/**
 * A seller's own styles, made safe for a page that strangers open. What is kept can change how things inside of the
 * frame look, and nothing else: it loads nothing, reaches nothing outside of the frame, and cannot end the style element.
 * Everything that is not known to be harmless is left out and named.
 */
export interface SafeCss {
  css: string
  left_out: string[]
}

const MAX_RULES = 300
/** A selector or a declaration that is longer is none that a person wrote, and would take long to look through. */
const MAX_PART = 400
/** Functions that compute; none of them loads or reads anything. */
const FUNCTIONS =
  /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color-mix|calc|min|max|clamp|var|linear-gradient|radial-gradient|conic-gradient|repeating-linear-gradient|translate[xy3d]*|scale[xy3d]*|rotate[xyz3d]*|skew[xy]?|cubic-bezier|steps|repeat|minmax|fit-content|blur|brightness|contrast|grayscale|saturate|drop-shadow|not|is|where|nth-child|nth-of-type|nth-last-child|has)$/i
/** Only what decides how something looks where it stands. */
const PROPERTIES =
  /^(--[\w-]+|color|background(-color|-image|-size|-position|-repeat)?|border(-[\w-]+)?|outline(-[\w-]+)?|box-shadow|text-[\w-]+|font(-[\w-]+)?|letter-spacing|line-height|word-spacing|padding(-[\w-]+)?|margin(-[\w-]+)?|width|min-width|max-width|height|min-height|max-height|inline-size|block-size|gap|row-gap|column-gap|display|flex(-[\w-]+)?|grid(-[\w-]+)?|align-[\w-]+|justify-[\w-]+|place-[\w-]+|order|opacity|visibility|overflow(-[xy])?|white-space|vertical-align|list-style(-type)?|transform|transition(-[\w-]+)?|filter|aspect-ratio|object-fit|object-position|accent-color|fill|stroke|stroke-width|cursor|hyphens|overflow-wrap|word-break|content|counter-[\w-]+|box-sizing|border-collapse|border-spacing|float|clear)$/i
const MEDIA = /^@media\s+[\w\s():,<>=.-]+$/i
/** One selector: names, classes, ids, attributes, combinators and the functions above. */
const SELECTOR = /^[\w\s.#:>+~*()[\]="'^$|-]+$/

interface Block {
  head: string
  /** Null: it has none, as @import. */
  body: string | null
}

/** Top-level blocks of a text: what stands before a brace, and what stands inside of it. Null: braces do not match. */
function blocksOf(text: string): Block[] | null {
  const blocks: Block[] = []
  let depth = 0
  let start = 0
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{') {
      if (depth === 0) open = at
      depth++
    } else if (sign === '}') {
      depth--
      if (depth < 0) return null
      if (depth === 0) {
        blocks.push({ head: text.slice(start, open).trim(), body: text.slice(open + 1, at) })
        start = at + 1
      }
    } else if (sign === ';' && depth === 0) {
      blocks.push({ head: text.slice(start, at).trim(), body: null })
      start = at + 1
    }
  }
  if (depth !== 0) return null
  return [...blocks, { head: text.slice(start).trim(), body: null }]
}

/** Escapes, markup and other alphabets hide what a browser reads. */
const isPlain = (text: string) =>
  text.length <= MAX_PART && /^[\x20-\x7e\s]*$/.test(text) && !/[\\<@{}]/.test(text) && !/\/\*|\*\//.test(text)

/** What is opened is closed in the same place: nothing after it becomes part of it. */
const isClosed = (text: string) => {
  const count = (sign: string) => text.split(sign).length - 1
  return (
    count('"') % 2 === 0 &&
    count("'") % 2 === 0 &&
    count('(') === count(')') &&
    count('[') === count(']') &&
    !/\n/.test(text)
  )
}

const functionsIn = (text: string) => [...text.matchAll(/([\w-]+)\s*\(/g)].map(([, name = '']) => name)

function isSafeValue(value: string): boolean {
  return isPlain(value) && isClosed(value) && functionsIn(value).every((name) => FUNCTIONS.test(name))
}

function declarationsOf(body: string, left_out: string[]): string[] {
  const kept: string[] = []
  for (const part of body.split(';')) {
    const declaration = part.trim()
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    if (colon > 0 && PROPERTIES.test(name) && value !== '' && isSafeValue(value)) kept.push(`${name}: ${value}`)
    else left_out.push(declaration.slice(0, 120))
  }
  return kept
}

/** Every selector begins inside of the frame; one that begins with a combinator would begin beside it. */
function scopedHead(head: string, frame: string): string | null {
  const selectors = head.split(',').map((one) => one.trim())
  const isSafe = (one: string) =>
    isPlain(one) &&
    SELECTOR.test(one) &&
    !/^[>+~]/.test(one) &&
    isClosed(one) &&
    functionsIn(one).every((name) => FUNCTIONS.test(name))
  return selectors.every(isSafe) ? selectors.map((one) => `${frame} ${one}`).join(', ') : null
}

function rulesOf(text: string, frame: string, left_out: string[], mayNest: boolean): string[] {
  const blocks = blocksOf(text)
  if (blocks === null) {
    left_out.push(text.trim().slice(0, 120))
    return []
  }
  return blocks.slice(0, MAX_RULES).flatMap(({ head, body }) => {
    if (body === null) {
      left_out.push(head.slice(0, 120))
      return []
    }
    if (head.startsWith('@')) {
      const inner = mayNest && head.length <= MAX_PART && MEDIA.test(head) ? rulesOf(body, frame, left_out, false) : []
      if (inner.length === 0) left_out.push(head.slice(0, 120))
      return inner.length === 0 ? [] : [`${head} {\n${inner.join('\n')}\n}`]
    }
    const scoped = scopedHead(head, frame)
    if (scoped === null || body.includes('{')) {
      left_out.push(head.slice(0, 120))
      return []
    }
    const kept = declarationsOf(body, left_out)
    return kept.length === 0 ? [] : [`${scoped} { ${kept.join('; ')} }`]
  })
}

/** One that is not closed stays, and is left out with what it stands in. In one pass, whatever the text. */
function withoutComments(text: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf('/*', at)
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2)
    if (start < 0 || end < 0) return kept.join(' ') + (kept.length > 0 ? ' ' : '') + text.slice(at)
    kept.push(text.slice(at, start))
    at = end + 2
  }
}

export function sellerCss(text: string, frame: string): SafeCss {
  const left_out: string[] = []
  const css = rulesOf(withoutComments(text), frame, left_out, true).join('\n')
  // Nothing stands between two semicolons, and nothing after the last brace.
  return { css, left_out: left_out.filter((one) => one !== '').slice(0, 20) }
}
