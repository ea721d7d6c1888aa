/**
 * Fails on a vendor's name outside of its own places: what is to be known of a vendor stands in its folder, and
 * everything else reads the manifest. A file or folder whose name holds the vendor's is the vendor's own, and so are
 * tests, texts and the specification's paths. What still names one is listed in vendor-names-left.txt: a list that
 * only gets shorter, because an entry that is no longer needed fails as well. `--shorten` takes those out.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VENDORS } from '@omni/domain/vendors/badges.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const LEFT = join(root, 'scripts/vendor-names-left.txt')

/** Those that are neither suppliers nor channels. */
const OTHERS = ['17track', 'stripe', 'paypal', 'paddle']
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
const names = [...Object.keys(VENDORS), ...OTHERS].map((id) => ({ id, pattern: patternOf(id) }))

const FOLDERS = ['packages', 'apps', 'scripts']
const SOURCE = /\.(tsx?|mjs|css|html)$/
const SKIPPED = /^(node_modules|dist|locales|testing|conformance)$/
const TEST = /\.test\.tsx?$/
/** They hold all vendors by what they are: the registries, the manifest, and this check. */
const OF_ALL =
  /\/registry\.ts$|^packages\/domain\/src\/vendors\/(manifest|badges)\.ts$|^apps\/(sandbox|server)\/src\/vendors\.ts$|^scripts\/check-vendors\.ts$/
/** The specification names some of its calls by a vendor. */
const SPEC_PATH = /path: '[^']*'/g

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) {
      if (!SKIPPED.test(name)) yield* sources(path)
    } else if (SOURCE.test(name) && !TEST.test(name)) yield relative(root, path)
  }
}

const found = new Map<string, string[]>()
for (const path of FOLDERS.flatMap((folder) => [...sources(join(root, folder))])) {
  if (OF_ALL.test(path)) continue
  const text = readFileSync(join(root, path), 'utf8').replace(SPEC_PATH, '')
  const named = names.filter(({ pattern }) => pattern.test(text) && !pattern.test(path)).map(({ id }) => id)
  if (named.length > 0) found.set(path, named)
}

const allowed = new Map(
  readFileSync(LEFT, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [path = '', ids = ''] = line.split(': ')
      return [path, ids.split(' ')] as const
    }),
)
if (process.argv.includes('--shorten')) {
  for (const [path, ids] of allowed) {
    const still = ids.filter((id) => found.get(path)?.includes(id))
    if (still.length > 0) allowed.set(path, still)
    else allowed.delete(path)
  }
  writeFileSync(LEFT, [...allowed].map(([path, ids]) => `${path}: ${ids.join(' ')}\n`).join(''))
}

const problems = [
  ...[...found].flatMap(([path, ids]) =>
    ids
      .filter((id) => !allowed.get(path)?.includes(id))
      .map((id) => `${path}: names ${id}; say it in the vendor's folder and read the manifest`),
  ),
  ...[...allowed].flatMap(([path, ids]) =>
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
