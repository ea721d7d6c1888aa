import { readFileSync } from 'node:fs'
import {
  DEFAULT_LANGUAGE,
  isLanguageCode,
  LANGUAGES,
  matchLanguage,
  type LanguageCode,
} from '@omni/domain/languages.ts'
import type en from '../../locales/en.json'

/** What fills a text's placeholders. */
export type Params = Record<string, string | number>
/** Every text the server can say. */
export type TextKey = keyof typeof en

type Texts = Record<string, string>

const read = (code: string): Texts =>
  // checked by scripts/check-locales.ts
  JSON.parse(readFileSync(new URL(`../../locales/${code}.json`, import.meta.url), 'utf8')) as Texts

const texts = new Map<string, Texts>(LANGUAGES.map(({ code }) => [code, read(code)]))

/** The sentence for a key in a language; '' when there is none, so that an act without a message raises no toast. */
export function say(language: LanguageCode, key: string, params: Params = {}): string {
  const text = texts.get(language)?.[key] ?? texts.get('en')?.[key] ?? ''
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}

export const hasMessage = (key: string): key is TextKey => texts.get('en')?.[key] !== undefined

/** The `locale` header first, then what the browser accepts. Our own client always sends one of the nine. */
export const requestLanguage = (locale: string | undefined, accepts: string | undefined): LanguageCode =>
  locale !== undefined && isLanguageCode(locale)
    ? locale
    : locale === undefined && accepts === undefined
      ? DEFAULT_LANGUAGE
      : matchLanguage([...(locale ? [locale] : []), ...(accepts ?? '').split(',')])
