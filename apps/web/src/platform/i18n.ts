/**
 * The reader's language (foundation spec §3, §4). Files keep i18next's format (`{{name}}`, `_one`/`_other`), but the
 * library itself is not shipped: it would cost 15 KB of the sign-in page's 150, and plural rules come from Intl anyway.
 */
import { SESSION_LIFE_DAYS } from '@omni/contracts/headers.ts'
import {
  DEFAULT_LANGUAGE,
  direction,
  isLanguageCode,
  type LanguageCode,
  matchLanguage,
} from '@omni/domain/languages.ts'
import type en from '../../locales/en.json'
import { useMemo } from 'react'
import { observable, useObservable } from './observable.ts'
import { store, stored } from './storage.ts'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutPlural<K> = K extends `${infer Base}_${PluralForm}` ? Base : K
export type TextKey = WithoutPlural<keyof typeof en>
type TextValues = Record<string, string | number>
export type Translate = (key: TextKey, values?: TextValues) => string

const LANGUAGE_KEY = 'omni.language'

/** The server reads it to send the page in the right language and direction from the first byte. */
const LANGUAGE_COOKIE = 'omni_language'
const COOKIE_LIFE_S = SESSION_LIFE_DAYS * 86_400

/** Two parts per language (../../text-parts.ts), fetched when they are needed. */
const files = {
  first: import.meta.glob<string>('../../locales/*.json', { query: '?first', import: 'default', eager: true }),
  work: import.meta.glob<string>('../../locales/*.json', { query: '?work', import: 'default', eager: true }),
}

async function fetchPart(part: keyof typeof files, language: LanguageCode): Promise<Record<string, string>> {
  const file = files[part][`../../locales/${language}.json`] ?? files[part][`../../locales/${DEFAULT_LANGUAGE}.json`]
  if (!file) throw new Error(`no locale file for ${language}`)
  const reply = await fetch(file)
  if (!reply.ok) throw new Error(`the texts of ${language} did not come`)
  return reply.json()
}

interface Loaded {
  language: LanguageCode
  texts: Record<string, string>
}
const loaded = observable<Loaded>({ language: DEFAULT_LANGUAGE, texts: {} })

/** Arabic with western digits, as prices have them (domain/format-money.ts). */
export const intlLocale = (language: string = loaded.get().language) => `${language}-u-nu-latn`

const START_OF_FOREIGN = '\u2068'
const END_OF_FOREIGN = '\u2069'

/** Making one of these costs far more than using it, and a screen asks for dozens. */
const counters = new Map<LanguageCode, { number: Intl.NumberFormat; plural: Intl.PluralRules }>()
function counterOf(language: LanguageCode) {
  const known = counters.get(language)
  if (known) return known
  const made = { number: new Intl.NumberFormat(intlLocale(language)), plural: new Intl.PluralRules(language) }
  counters.set(language, made)
  return made
}

function fill(text: string, values: TextValues, { language }: Loaded): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    const written = typeof value === 'number' ? counterOf(language).number.format(value) : value
    // A name or amount inside Arabic must not reorder the words around it.
    return direction(language) === 'rtl' ? START_OF_FOREIGN + written + END_OF_FOREIGN : written
  })
}

function translateIn(source: Loaded, key: TextKey, values: TextValues = {}): string {
  const { texts, language } = source
  const count = values['count']
  const form = typeof count === 'number' ? counterOf(language).plural.select(count) : undefined
  const text = (form && (texts[`${key}_${form}`] ?? texts[`${key}_other`])) ?? texts[key]
  if (text === undefined) {
    console.error(`no text for ${key} in ${language}`)
    return ''
  }
  return fill(text, values, source)
}

/** For code outside components: the sentence in the language of this moment. */
export const translate: Translate = (key, values) => translateIn(loaded.get(), key, values)

const firstTexts = Promise.withResolvers<void>()
/**
 * The account is read while the texts are still loading. A failure is shown only once there are texts to show it in.
 */
export const textsReady = firstTexts.promise

export const currentLanguage = () => loaded.get().language

/** Follows the language: the component is drawn again when it changes. */
export function useT(): Translate {
  const source = useObservable(loaded)
  return useMemo<Translate>(() => (key, values) => translateIn(source, key, values), [source])
}

export const useLanguage = () => useObservable(loaded).language

export const startLanguage = (): LanguageCode => {
  const remembered = stored(LANGUAGE_KEY)
  return remembered && isLanguageCode(remembered) ? remembered : matchLanguage(navigator.languages)
}

/** Loads the texts, then turns the whole document over at once. Stored locally; the account keeps it too (§4). */
export async function showLanguage(language: LanguageCode): Promise<void> {
  const [first, work] = await Promise.all([
    fetchPart('first', language),
    wantsWork ? fetchPart('work', language) : {},
    language === 'ar' ? import('./arabic-font.ts') : null,
  ])
  const root = document.documentElement
  root.lang = language
  root.dir = direction(language)
  store(LANGUAGE_KEY, language)
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${COOKIE_LIFE_S}; samesite=lax`
  loaded.set({ language, texts: { ...first, ...work } })
  firstTexts.resolve()
}

let wantsWork = false
let workTexts: Promise<void> | undefined
/** The words of the work screens; from the first one on they come along with every change of language. */
export function loadWorkTexts(): Promise<void> {
  workTexts ??= textsReady.then(async () => {
    wantsWork = true
    const { language } = loaded.get()
    const texts = await fetchPart('work', language)
    const now = loaded.get()
    // Nothing on screen can have used one of these words yet, so nothing is drawn again. The language may have been
    // changed meanwhile; then it has brought its own.
    if (now.language === language) Object.assign(now.texts, texts)
  })
  // A download that failed is tried again by the next screen.
  workTexts.catch(() => {
    workTexts = undefined
  })
  return workTexts
}
