/**
 * Fails when a call does not live in the file of its own name (ARCHITECTURE.md, "One call, one name, one file"):
 * `markOrder` of `orders.calls.ts` is the function `markOrder` in `features/orders/mark-order.ts`.
 * Fails on a call that no test of the server calls, a call that no screen uses, and a setting that nobody reads; what
 * is without a screen or a reader today is named below with its reason, and an entry that is no longer true fails too.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from '@omni/contracts/all-calls.ts'
import { DEFAULT_PRODUCT_SETTINGS } from '@omni/domain/product-settings/defaults.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FEATURES = 'apps/server/src/features'

const problems: string[] = []
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const exports = (path: string, name: string): boolean => {
  const file = join(root, FEATURES, path)
  if (!existsSync(file)) return false
  return new RegExp(`^export (async function|function|const) ${name}\\b`, 'm').test(readFileSync(file, 'utf8'))
}
const calls = Object.entries(areas).flatMap(([area, list]) => Object.keys(list).map((name) => ({ area, name })))

/** A call that is a line or two stands with its like: a file of the area that exports several calls. */
const familyOf = ({ area, name }: { area: string; name: string }) =>
  readdirSync(join(root, FEATURES, area)).some(
    (file) =>
      exports(`${area}/${file}`, name) &&
      calls.filter((call) => call.area === area && exports(`${area}/${file}`, call.name)).length > 1,
  )

for (const { area, name } of calls)
  if (!exports(`${area}/${kebab(name)}.ts`, name) && !familyOf({ area, name }))
    problems.push(`${name}: ${FEATURES}/${area}/${kebab(name)}.ts must export it`)

function* sources(folder: string): Generator<{ path: string; text: string }> {
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`
    if (statSync(join(root, path)).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name)) yield { path, text: readFileSync(join(root, path), 'utf8') }
  }
}
const isTest = ({ path }: { path: string }) => /\.test\.tsx?$/.test(path)

/** These call everything from the contracts and look at no effect. */
const GENERATED = /\/(tenants|tenants-unfiltered|fuzz|served)(\.prove)?\.test\.ts$/
const server = [...sources('apps/server/src')]
const tests = server.filter((file) => isTest(file) && !GENERATED.test(file.path))
for (const { area, name } of calls) {
  const called = new RegExp(`(\\w\\.|[{,]\\s*)${name}\\b`)
  if (!tests.some(({ text }) => text.includes(`@omni/contracts/${area}.calls.ts`) && called.test(text)))
    problems.push(`${name}: no test of the server calls it`)
}

const OTHER_PATH = "the specification's other path to what another call answers; for other clients"
const RESEARCHER = 'for the researcher app, which comes later'
const REPORT = 'for the extension and other clients, which come later'
/** Calls of the specification without a screen of ours, and why. */
const LATER: Record<string, string> = {
  pushProducts: OTHER_PATH,
  updateMeta: 'flags of the account that guides of later areas set',
  getAccountStatistic: OTHER_PATH,
  updateOnboarding: 'for the embedded app, which comes later',
  getWalletBonus: OTHER_PATH, // the wallet shows it
  getPackageDetail: 'the payment screens come later',
  calcQuotaUsage: 'for the extension, which comes later',
  searchCatalogue: RESEARCHER,
  findResearchProducts: RESEARCHER,
  getCatalogueProduct: RESEARCHER,
  recommendUnmapped: OTHER_PATH,
  mapListingVariant: OTHER_PATH,
  getOrderByStatus: OTHER_PATH,
  getOrderInfo: OTHER_PATH, // the panel has it
  getTrackingPage: 'the page itself is written by the server (features/tracking/pages.ts); for other clients',
  syncSourceStatus: 'for the extension, which comes later',
  deleteAiSnapshots: 'the AI writing screens come later',
  getProductIdByImage: 'for the extension, which comes later',
  importFromPlatform: OTHER_PATH,
  listImported: OTHER_PATH,
  listImportedCenter: OTHER_PATH,
  getSplitStatus: OTHER_PATH, // the tracker shows a split as it shows every run
  suggestForOrder: 'for the guide of the embedded app, which comes later',
  countProducts: 'for programs that follow along',
  listProductFeed: 'for programs that follow along',
  getPriceDetail: OTHER_PATH,
  getAliexpressLogistics: OTHER_PATH,
  getSourceLogistics: OTHER_PATH,
  getSourceStock: OTHER_PATH,
  getAutomationProduct: OTHER_PATH,
  updateAllProductSettings: OTHER_PATH,
  getInternalAutomation: OTHER_PATH,
  getAutomationWritting: 'the AI writing screens come later',
  updateAutomationWritting: 'the AI writing screens come later',
  setAutomationWrittingStatus: 'the AI writing screens come later',
  getAutomationOptimizeImage: 'picture optimising comes later',
  updateAutomationOptimizeImage: 'picture optimising comes later',
  setAutomationOptimizeImageStatus: 'picture optimising comes later',
  getListingSettings: OTHER_PATH,
  updateListingSettings: OTHER_PATH,
  getAiWritingSettings: 'the AI writing screens come later',
  updateAiWritingSettings: 'the AI writing screens come later',
  logAttributes: REPORT,
  logPlaceOrderError: REPORT,
  recordMvpSubscribed: REPORT,
  recordMvpInteracted: REPORT,
}
const screens = [...sources('apps/web/src')].filter((file) => !isTest(file))
for (const { name } of calls) {
  const used = screens.some(({ text }) => new RegExp(`Calls\\.${name}\\b`).test(text))
  if (!used && !LATER[name]) problems.push(`${name}: no screen uses it; wire it, or say above why not`)
  if (used && LATER[name]) problems.push(`${name}: a screen uses it now; take it off the list`)
}
for (const name of Object.keys(LATER))
  if (!calls.some((call) => call.name === name)) problems.push(`no call is named ${name}`)

/** Sections whose rule is handed the whole section: where their fields are read. */
const RULES: Record<string, string> = {
  auto_split_variant_options: 'packages/domain/src/import-list/split.ts',
  selling_price: 'packages/domain/src/pricing/',
  automation_product: 'packages/domain/src/auto-update/',
  notification: 'packages/domain/src/notifications/',
}
const WRITING = 'AI writing comes later'
const PICTURES = 'picture optimising comes later'
const MAIL = 'said by the settings of notifications, for each kind'
/** Settings that are kept and not read yet, and why. */
const UNREAD: Record<string, string> = {
  'product_listings.auto_optimize_content': WRITING,
  'product_listings.auto_optimize_image': PICTURES,
  'automation_writting.enabled': WRITING,
  'automation_writting.title': WRITING,
  'automation_writting.description': WRITING,
  'automation_writting.seo': WRITING,
  'automation_writting.tone': WRITING,
  'automation_writting.language': WRITING,
  'automation_optimize_image.enabled': PICTURES,
  'automation_optimize_image.upscale': PICTURES,
  'automation_optimize_image.remove_background': PICTURES,
  'automation_optimize_image.square': PICTURES,
  'monitoring.notify_by_email': MAIL,
  'ai_writing.tone': WRITING,
  'ai_writing.language': WRITING,
  'ai_writing.title_max_length': WRITING,
  'ai_writing.description_length': WRITING,
  'ai_writing.keep_brand_words': WRITING,
}
/** The settings of a workplace (features/settings/settings.ts) that are not of products. */
const WORKPLACE = {
  notification: ['app', 'mail', 'digest'],
  admitad: ['is_enable', 'publisher_id'],
  ai_writing: ['tone', 'language', 'title_max_length', 'description_length', 'keep_brand_words'],
}
const fieldsOf = (section: object): string[] => Object.keys(Array.isArray(section) ? (section[0] as object) : section)
const settings = [...Object.entries(DEFAULT_PRODUCT_SETTINGS), ...Object.entries(WORKPLACE)].flatMap(
  ([section, value]) => {
    const names = section in WORKPLACE ? (value as string[]) : fieldsOf(value) // the lists above
    return names.map((field) => ({ section, field }))
  },
)
/** Where settings are only stored and answered. */
const STORES = /features\/(product-settings|settings)\/|domain\/src\/product-settings\/|db-types/
const readers = [...server, ...sources('packages/domain/src')].filter(
  (file) => !isTest(file) && !STORES.test(file.path) && !file.path.includes('/testing/'),
)
for (const { section, field } of settings) {
  const name = `${section}.${field}`
  const word = (text: string, wanted: string) => new RegExp(`\\b${wanted}\\b`).test(text)
  const read = readers.some(({ path, text }) => {
    const about = word(text, section) || path.startsWith(RULES[section] ?? ' ')
    return about && word(text, field)
  })
  if (!read && !UNREAD[name]) problems.push(`the setting ${name} is read by nobody`)
  if (read && UNREAD[name] && section in DEFAULT_PRODUCT_SETTINGS)
    problems.push(`the setting ${name} is read now; take it off the list`)
}

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `${calls.length} calls are where their names say, tested and used`
    : `${problems.length} problems`,
)
process.exit(problems.length === 0 ? 0 : 1)
