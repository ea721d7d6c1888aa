/**
 * Stands in for platform/i18n.ts in tests of whole pages: the English texts, and an error for a word or a value that is
 * missing.
 */
import { readFileSync } from 'node:fs'

// our own flat file
const texts = JSON.parse(readFileSync('apps/web/locales/en.json', 'utf8')) as Record<string, string>

export function translate(key: string, values: Record<string, unknown> = {}): string {
  const text = texts[key] ?? texts[`${key}_${values['count'] === 1 ? 'one' : 'other'}`]
  if (text === undefined) throw new Error(`no text for ${key}`)
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!(name in values)) throw new Error(`${key} lacks ${name}`)
    return String(values[name])
  })
}

export const useT = () => translate
export const useLanguage = () => 'en'
export const intlLocale = () => 'en'
export const currentLanguage = () => 'en'
export const textsReady = Promise.resolve()
