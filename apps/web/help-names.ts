import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Help articles name what is on the screen by its text's key: `{{push.push}}`. The text of the same language is put in
 * when the article is bundled, so that no name can differ from the button it means. scripts/check-locales.ts refuses
 * a key without a text.
 */
const NAME = /\{\{([\w.]+)\}\}/

/** Words and names in turn: names are at 1, 3, 5 and so on. */
export const wordsAndNames = (text: string): string[] => text.split(NAME)
export const namesIn = (text: string): string[] => wordsAndNames(text).filter((_, at) => at % 2 === 1)

type Articles = Record<string, string[]>
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown

export const helpNames: Plugin = {
  name: 'omni-help-names',
  enforce: 'pre',
  load(id) {
    const [, language] = /\/features\/help\/articles\/([\w-]+)\.json$/.exec(id) ?? []
    if (!language) return null
    const locale = fileURLToPath(new URL(`locales/${language}.json`, import.meta.url))
    this.addWatchFile(locale)
    // both are our own files, checked by scripts/check-locales.ts
    const texts = read(locale) as Record<string, string>
    const articles = Object.entries(read(id) as Articles).map(([slug, paragraphs]) => [
      slug,
      paragraphs.map((paragraph) =>
        wordsAndNames(paragraph).map((part, at) => {
          const text = at % 2 === 1 ? texts[part] : part
          if (text === undefined) throw new Error(`${slug} in ${language} names ${part}, which has no text`)
          return text
        }),
      ),
    ])
    return JSON.stringify(Object.fromEntries(articles))
  },
}
