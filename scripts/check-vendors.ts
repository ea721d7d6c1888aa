/**
 * Fails on a vendor's name outside of its own places: what is to be known of a vendor stands in its folder, and
 * everything else reads the manifest. A file or folder whose name holds the vendor's is the vendor's own, and so are
 * tests and texts.
 *
 * Names that are given are none of ours to choose, and are passed over wherever they stand: paths, routes and pages of
 * the specification, the calls that are named by their path, and tables and columns of the database.
 *
 * Beside that it keeps connectors from throwing a whole list away for one row (connectors/src/rows.ts).
 *
 * What still names one is listed in vendor-names-left.txt, each with the reason why it stays. An entry that is no longer
 * needed fails as well; `--shorten` takes those out.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from '@omni/contracts/all-calls.ts'
import { SIGN_IN_IDS, VENDORS } from '@omni/domain/vendors/badges.ts'
import { SERVICE_NAMES } from '@omni/domain/vendors/manifest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LEFT = join(root, 'scripts/vendor-names-left.txt')

/** What else a name is written as. */
const SPELT: Record<string, string> = {
  cj: 'cjdropshipping',
  tiktok: '[Tt]ik[-_ ]?[Tt]ok',
  aliexpress: 'AliExpress',
  woocommerce: 'WooCommerce',
  paypal: 'PayPal',
  shopify: 'myshopify',
  '17track': '17-track|[sS]eventeen[-_]?[tT]rack|SEVENTEEN_TRACK',
}
/** As a word of its own, or as one of a longer name: `ebay`, `getEbayUrl`, `EBAY_URL`; not the stall of install. */
function patternOf(id: string): RegExp {
  const capital = id.charAt(0).toUpperCase() + id.slice(1)
  const asWord = `(?<![a-zA-Z])${id}(?![a-z])|(?<![A-Z])${capital}(?![a-z])|(?<![a-zA-Z])${id.toUpperCase()}(?![a-zA-Z0-9])`
  return new RegExp(SPELT[id] === undefined ? asWord : `${asWord}|${SPELT[id]}`)
}
const IDS = new Set([...Object.keys(VENDORS), ...Object.keys(SERVICE_NAMES), ...SIGN_IN_IDS])
const names = [...IDS].map((id) => ({ id, pattern: patternOf(id) }))

const FOLDERS = ['packages', 'apps', 'scripts']
const SOURCE = /\.(tsx?|mjs|css|html)$/
const SKIPPED = /^(node_modules|dist|locales|testing|conformance)$/
const TEST = /\.test\.tsx?$/
/** They hold all vendors by what they are: the registries, the manifest, the types of the tables, and this check. */
const OF_ALL =
  /\/registry\.ts$|^packages\/domain\/src\/vendors\/(manifest|badges)\.ts$|^apps\/(sandbox|server)\/src\/vendors\.ts$|^apps\/server\/src\/platform\/db-types\.ts$|^scripts\/check-vendors\.ts$/
const ROUTES = 'apps/web/src/route-table.ts'
const TABLES = 'apps/server/src/platform/db-types.ts'

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) {
      if (!SKIPPED.test(name)) yield* sources(path)
    } else if (SOURCE.test(name) && !TEST.test(name)) yield relative(root, path)
  }
}

const isNamed = (text: string) => names.some(({ pattern }) => pattern.test(text))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const quoted = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, name = '']) => name)

/** Names that are given, the longest first: one may be a part of another. */
const given: string[] = [
  ...Object.values(areas).flatMap((calls) =>
    Object.entries(calls).flatMap(([name, { path }]) => (isNamed(path) ? [path, name, hyphened(name)] : [path])),
  ),
  ...quoted(ROUTES, /(?:path|page): '([^']*)'/g),
  ...quoted(TABLES, /^ {2,4}(\w+): /gm),
]
  .filter(isNamed)
  .toSorted((a, b) => b.length - a.length)

function hyphened(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const found = new Map<string, string[]>()
const places = new Map<string, number[]>()
for (const path of FOLDERS.flatMap((folder) => [...sources(join(root, folder))])) {
  if (OF_ALL.test(path)) continue
  const own = names.filter(({ pattern }) => !pattern.test(path))
  const lines: string[] = given.reduce((text, name) => text.replaceAll(name, ''), read(path)).split('\n')
  const named = own.filter(({ pattern }) => lines.some((line) => pattern.test(line))).map(({ id }) => id)
  if (named.length === 0) continue
  found.set(path, named)
  places.set(
    path,
    lines.flatMap((line, at) => (own.some(({ pattern }) => pattern.test(line)) ? [at + 1] : [])),
  )
}

const allowed = new Map(
  readFileSync(LEFT, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, path = '', ids = '', reason = ''] = /^(\S+): ([^(]*?)(?: \((.*)\))?$/.exec(line) ?? []
      return [path, { ids: ids.split(' '), reason }] as const
    }),
)
if (process.argv.includes('--shorten')) {
  for (const [path, { ids, reason }] of allowed) {
    const still = ids.filter((id) => found.get(path)?.includes(id))
    if (still.length > 0) allowed.set(path, { ids: still, reason })
    else allowed.delete(path)
  }
  writeFileSync(LEFT, [...allowed].map(([path, { ids, reason }]) => `${path}: ${ids.join(' ')} (${reason})\n`).join(''))
}

const WHOLE_LIST = /\.catch\((?:\(\) => )?\[\]\)/
const thrownAway = [...sources(join(root, 'packages/connectors/src'))].filter((path) => WHOLE_LIST.test(read(path)))

const problems = [
  ...thrownAway.map(
    (path) => `${path}: .catch([]) loses a list for one row; take rows or parts (connectors/src/rows.ts)`,
  ),
  ...[...found].flatMap(([path, ids]) =>
    ids
      .filter((id) => !allowed.get(path)?.ids.includes(id))
      .map(
        (id) =>
          `${path}:${places.get(path)?.join(',')}: names ${id}; say it in the vendor's folder and read the manifest`,
      ),
  ),
  ...[...allowed].flatMap(([path, { reason }]) => (reason === '' ? [`${path}: no reason is given why it stays`] : [])),
  ...[...allowed].flatMap(([path, { ids }]) =>
    ids
      .filter((id) => !found.get(path)?.includes(id))
      .map((id) => `${path}: no longer names ${id}; take it out of scripts/vendor-names-left.txt`),
  ),
]
for (const problem of problems) console.error(problem)
const left = names
  .map(({ id }) => [id, [...found.values()].filter((ids) => ids.includes(id)).length] as const)
  .filter(([, files]) => files > 0)
console.log(`vendors are still named by ${found.size} files: ${left.map((entry) => entry.join(' ')).join(', ')}`)
process.exit(problems.length === 0 ? 0 : 1)
