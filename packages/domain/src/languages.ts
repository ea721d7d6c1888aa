/** Foundation spec §1 and §3 "Language option": the nine languages of the interface. */
export type LanguageCode = 'en' | 'ar' | 'de' | 'es' | 'fr' | 'it' | 'nl' | 'pt-BR' | 'zh-CN'

/** `name` is the language's own name; `country_code` picks the flag. spec: not shown which ids and countries. */
export type Language = { id: number; code: LanguageCode; name: string; country_code: string }

export const LANGUAGES: readonly Language[] = [
  { id: 1, code: 'en', name: 'English', country_code: 'US' },
  { id: 2, code: 'ar', name: 'العربية', country_code: 'SA' },
  { id: 3, code: 'de', name: 'Deutsch', country_code: 'DE' },
  { id: 4, code: 'es', name: 'Español', country_code: 'ES' },
  { id: 5, code: 'fr', name: 'Français', country_code: 'FR' },
  { id: 6, code: 'it', name: 'Italiano', country_code: 'IT' },
  { id: 7, code: 'nl', name: 'Nederlands', country_code: 'NL' },
  { id: 8, code: 'pt-BR', name: 'Português (Brasil)', country_code: 'BR' },
  { id: 9, code: 'zh-CN', name: '简体中文', country_code: 'CN' },
]

export const LANGUAGE_CODES: readonly LanguageCode[] = LANGUAGES.map((l) => l.code)
export const DEFAULT_LANGUAGE: LanguageCode = 'en'

export const isLanguageCode = (code: string): code is LanguageCode => LANGUAGES.some((l) => l.code === code)

export const findLanguage = (code: string): Language | undefined => LANGUAGES.find((l) => l.code === code)

export const direction = (code: string): 'ltr' | 'rtl' => (primaryOf(code) === 'ar' ? 'rtl' : 'ltr')

const primaryOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''

/**
 * The first language we have, from an Accept-Language header or the browser's list; English otherwise. A tag is met
 * exactly or by its main language: 'pt-PT' gets Brazilian Portuguese and 'zh-TW' Simplified Chinese, our only ones.
 */
export function matchLanguage(languages: string | readonly string[] | null | undefined): LanguageCode {
  const tags = typeof languages === 'string' ? parseAcceptLanguage(languages) : (languages ?? [])
  for (const tag of tags) {
    const wanted = tag.trim().toLowerCase().replaceAll('_', '-')
    const met =
      LANGUAGES.find((l) => l.code.toLowerCase() === wanted) ??
      LANGUAGES.find((l) => primaryOf(l.code) === primaryOf(wanted))
    if (met) return met.code
  }
  return DEFAULT_LANGUAGE
}

/** Tags by falling quality; equal quality keeps the header's order; quality 0 means "not this one". */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((p) => p.trim())
      const quality = parameters.find((p) => p.startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter((wanted) => wanted.tag !== '' && wanted.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((wanted) => wanted.tag)
}
