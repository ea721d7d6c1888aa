/**
 * How a title or a query becomes words to match: the same way on both sides, in every language of the product (design,
 * search).
 */

const STOP = new Set(
  (
    'a an and are as at be by for from in is it of on or the to with your und der die das mit fur von et le la les de du des pour avec el los las ' +
    'con para por y e il lo gli di per met voor van een het o os as do da dos das com d l en sin del al ohne zum zonder un une uno ein eine'
  ).split(' '),
)
const CJK = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]/
const TOKEN = /[\p{L}\p{N}]+/gu
const MAX_WORD = 40
const MAX_WORDS = 60

/** Case, accents, vowel marks and look-alike letters do not tell words apart. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/ł/g, 'l')
    .replace(/[\u0622\u0623\u0625\u0671]/g, '\u0627')
    .replace(/\u0649/g, '\u064a')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0640/g, '')
}

/** Plurals of the languages that write them with an s; wrong now and then, but wrong alike on both sides. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** Chinese has no spaces between words: every two neighbours count as one. */
function pairs(run: string): string[] {
  const letters = [...run]
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

function split(token: string): string[] {
  if (!CJK.test(token)) return [token]
  const runs =
    token.match(
      /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+|[^\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af]+/g,
    ) ?? []
  return runs.flatMap((run) => (CJK.test(run) ? pairs(run) : [run]))
}

/** A word to match, and what was written for it: 'earbud' of 'earbuds'. */
export interface Token {
  written: string
  word: string
}

/** The distinct words of a text, in their order. */
export function tokensOf(text: string): Token[] {
  const found = new Map<string, Token>()
  for (const [token] of fold(text).matchAll(TOKEN)) {
    for (const part of split(token)) {
      const written = part.slice(0, MAX_WORD)
      const word = stem(written)
      if (!STOP.has(word) && !found.has(word)) found.set(word, { written, word })
      if (found.size >= MAX_WORDS) return [...found.values()]
    }
  }
  return [...found.values()]
}

export const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word)

/** A text with some of its written words replaced by others. */
export const replaceWords = (text: string, others: ReadonlyMap<string, string>): string =>
  fold(text)
    .replace(TOKEN, (token) => others.get(token.slice(0, MAX_WORD)) ?? token)
    .replace(/\s+/g, ' ')
    .trim()
