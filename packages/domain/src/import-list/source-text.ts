/**
 * Texts of a supplier's product made the seller's: without links that lead buyers to the supplier, without words the
 * seller does not want.
 */

/**
 * A cleaned text still holds tags; only what a reader sees is touched, never an attribute. A tag ends before the next
 * begins, so time stays linear.
 */
const outsideTags = (html: string, change: (text: string) => string): string =>
  html
    .split(/(<[^<>]*>)/)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('')

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whole words, any case, letters of every script: 'LED' does not eat into 'pedlED'. */
export function removeWords(text: string, words: readonly string[]): string {
  const wanted = words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
  if (wanted.length === 0) return text
  return text.replace(
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${wanted.map(escaped).join('|')})(?![\p{L}\p{N}])`, 'giu'),
    '',
  )
}

export const removeWordsHtml = (html: string, words: readonly string[]): string =>
  outsideTags(html, (text) => removeWords(text, words))

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"']+/gi

/** Links go, what they said stays; addresses written out go too. */
export const stripLinks = (html: string): string =>
  outsideTags(html.replace(/<\/?a(?:\s[^<>]*)?>/gi, ''), (text) => text.replace(ADDRESS, ''))

/** Cut before a tag that would stay open half-way; the cleaner closes the rest. */
export const cutHtml = (html: string, max: number): string =>
  html.length <= max ? html : html.slice(0, max).replace(/<[^<>]*$/, '')
