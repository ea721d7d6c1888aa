/**
 * Fails on a key missing, unused, left in English, with other placeholders, or in the wrong form of address, in any of
 * the nine languages. Help articles are read for the form of address too, and for names of the screen that are not
 * there.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@omni/domain/languages.ts'
import { namesIn } from '../apps/web/help-names.ts'
import { partOfText } from '../apps/web/text-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Values that are the same in some languages: names, codes, single words like "Status". */
const SAME_ALLOWED = 0.12

/** A language speaks to its reader in one form: Sie, tú, je, 您. These are words of the other one, commands too. */
const OTHER_FORM: Record<string, RegExp> = {
  de: words(
    '[Dd](u|ich|ir)|[Dd]ein(e[mnrs]?)?|[Ee](uch|uer|ure[mnrs]?)|hast|kannst|willst|musst|möchtest|' +
      '[Gg]ib|[Nn]imm|[Ll]ies|[Ss]ieh|[Ww]ähle|[Öö]ffne|[Pp]rüfe|[Vv]erbinde|[Ff]üge|[Ää]ndere|[Ww]arte|' +
      '[Mm]elde|[Ss]age?|[Ss]chreibe?|[Bb]estätige|[Ss]peichere|[Ee]rstelle|[Vv]ersuche es|' +
      '[Kk]licke|[Tt]ippe|[Ss]ortiere|[Ff]iltere|[Pp]robiere|[Nn]utze',
  ),
  // "escriba" inside of a sentence may be a subjunctive of "he"; at its beginning it is a command.
  es: words(
    '[Uu]sted(es)?|[Oo]s|[Vv]uestr[ao]s?|[Ee]lija|[Cc]onéctel[ao]|[Ii]nténtelo|[Hh]ágalo|[Pp]ruébel[ao]|' +
      '[Rr]evísel[ao]|Abra|Añada|Compruebe|Conecte|Escriba|Espere|Inicie|Introduzca|Pruebe|Revise|Seleccione|Vuelva',
  ),
  nl: words('[Uu]w?|[Uu]zelf'),
  'zh-CN': /你/,
}
/** Whole words; \b would see the end of one at ö and é. */
function words(choice: string): RegExp {
  return new RegExp(`(?<!\\p{L})(${choice})(?!\\p{L})`, 'u')
}

type Texts = Record<string, string>
const problems: string[] = []
const read = (folder: string, code: string): Texts => {
  const path = join(root, folder, `${code}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {} // our own flat files
}
const stem = (key: string) => key.replace(PLURAL, '')
const holes = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)]
    .map((match) => match[1])
    .sort()
    .join()

function* files(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* files(path)
    else if (/\.tsx?$/.test(name) && !/\.test\./.test(name)) yield path
  }
}

function check(folder: string, source: string[]): void {
  const english = read(folder, 'en')
  const code = source
    .flatMap((path) => [...files(join(root, path))])
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const stems = new Set(Object.keys(english).map(stem))
  const counted = new Set(
    Object.keys(english)
      .filter((key) => PLURAL.test(key))
      .map(stem),
  )
  for (const key of stems) if (!isUsed(key, code)) problems.push(`${folder}/en.json: "${key}" is used nowhere`)
  for (const { code: language } of LANGUAGES) {
    const texts = read(folder, language)
    const where = `${folder}/${language}.json`
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const key of stems) {
      const isPlural = counted.has(key)
      const wanted = isPlural ? plurals.map((category) => `${key}_${category}`) : [key]
      for (const one of wanted) if (!texts[one]?.trim()) problems.push(`${where}: "${one}" is missing`)
      const model = english[isPlural ? `${key}_other` : key] ?? ''
      // A singular, dual or zero form may say the number in words; every other hole must be filled.
      const wantedHoles = (one: string, text: string) =>
        isPlural && !one.endsWith('_other') ? holes(`${text}{{count}}`) : holes(text)
      for (const one of wanted) {
        const text = texts[one]
        if (
          text &&
          new Set(wantedHoles(one, text).split(',')).symmetricDifference(new Set(wantedHoles(one, model).split(',')))
            .size > 0
        )
          problems.push(`${where}: "${one}" has other placeholders than English`)
      }
    }
    for (const [key, text] of Object.entries(texts)) {
      if (!stems.has(stem(key))) problems.push(`${where}: "${key}" is not in English`)
      checkAddress(language, where, key, text)
    }
    if (language === 'en') continue
    const same = Object.entries(texts).filter(([key, text]) => text === english[key] && /[a-z]{4}/i.test(text))
    if (same.length > stems.size * SAME_ALLOWED)
      problems.push(
        `${where}: ${same.length} texts are still English, e.g. ${same
          .slice(0, 5)
          .map(([key]) => key)
          .join(', ')}`,
      )
  }
}

function checkAddress(language: string, where: string, key: string, text: string): void {
  const other = OTHER_FORM[language]?.exec(text)?.[0]
  if (other) problems.push(`${where}: "${key}" says "${other}", which is the other form of address`)
}

type Articles = Record<string, string[]>
/** Names of the screen are keys, so a quoted one is a name that may differ from the screen. */
const QUOTE = /[„“”«»]/
const namesOf = (paragraphs: readonly string[] = []) => [...new Set(paragraphs.flatMap(namesIn))].sort().join()

/** The help articles of a language: a title and paragraphs by name. */
function checkHelp(folder: string): void {
  const readArticles = (code: string) =>
    JSON.parse(readFileSync(join(root, folder, `${code}.json`), 'utf8')) as Articles // our own files
  const english = readArticles('en')
  for (const { code: language } of LANGUAGES) {
    const path = `${folder}/${language}.json`
    const texts = read('apps/web/locales', language)
    const articles = readArticles(language)
    if (Object.keys(articles).join() !== Object.keys(english).join())
      problems.push(`${path}: has other articles than English`)
    for (const [name, paragraphs] of Object.entries(articles)) {
      for (const text of paragraphs) {
        checkAddress(language, path, name, text)
        if (QUOTE.test(text)) problems.push(`${path}: "${name}" quotes a name; write it as the {{key}} of its text`)
        for (const key of namesIn(text))
          if (texts[key] === undefined || holes(texts[key]))
            problems.push(`${path}: "${name}" names {{${key}}}, which is no text of that language without placeholders`)
      }
      if (namesOf(paragraphs) !== namesOf(english[name]))
        problems.push(`${path}: "${name}" names other parts of the screen than English`)
    }
  }
}

/** A key counts as used when it stands in the source, whole or as the fixed front of a template (`done.${name}`). */
function isUsed(key: string, code: string): boolean {
  if (code.includes(`'${key}'`) || code.includes(`"${key}"`) || code.includes(`\`${key}\``)) return true
  const parts = key.split('.')
  return parts.some((_, at) => at > 0 && code.includes(`\`${parts.slice(0, at).join('.')}.\${`))
}

/**
 * Only the features whose pages wait for the second part of the texts may use it; anywhere else it may not have come
 * yet.
 */
const WAITS_FOR_WORK_TEXTS =
  /^job-tracker\/(conflicts-dialog|order-tracker|placing-trackers|purchase-texts)|^product-cards\/field-words|^features\/home\/profit-card|^features\/(account|analytics|auto-update|automation|billing|bulk-edit|cashback|editor|evidence|extension|feedback|fulfilment-requests|galleries|import-list|listings|mapping|order-payments|order-settings|orders|placement|product-center|product-settings|refunds|settings|source-accounts|stores|tracking|wallet)\//
function checkTextParts(): void {
  const source = join(root, 'apps/web/src')
  const work = Object.keys(read('apps/web/locales', 'en'))
    .map(stem)
    .filter((key) => partOfText(key) === 'work')
  for (const path of files(source)) {
    const place = relative(source, path)
    if (WAITS_FOR_WORK_TEXTS.test(place)) continue
    const code = readFileSync(path, 'utf8')
    for (const key of work)
      if (isUsed(key, code))
        problems.push(
          `apps/web/src/${place}: "${key}" comes with the work screens only; name it in apps/web/text-parts.ts`,
        )
  }
}

check('apps/server/locales', ['apps/server/src'])
check('apps/web/locales', ['apps/web/src'])
checkHelp('apps/web/src/features/help/articles')
checkTextParts()
for (const problem of problems.slice(0, 60)) console.error(problem)
console.log(problems.length === 0 ? 'nine languages are complete' : `${problems.length} locale problems`)
process.exit(problems.length === 0 ? 0 : 1)
