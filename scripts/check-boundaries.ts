/**
 * Fails on an import that the architecture forbids, on a cycle, a barrel, a name that says nothing, or a file that asks
 * the machine for the time (ARCHITECTURE.md).
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = [
  'packages/domain',
  'packages/contracts',
  'packages/connectors',
  'packages/ui',
  'apps/server',
  'apps/web',
  'apps/sandbox',
]

/**
 * Package -> our packages it may import. The sandbox knows money alone, so that neither side can hide the other's bug.
 */
const MAY: Record<string, string[]> = {
  domain: [],
  contracts: ['domain'],
  connectors: ['domain'],
  ui: [],
  server: ['contracts', 'domain', 'connectors'],
  web: ['contracts', 'domain', 'ui'],
  sandbox: ['domain'],
}
const SANDBOX_MAY = ['@omni/domain/money.ts']

const TIERS = [
  [
    'auth',
    'account',
    'example-shop',
    'onboarding',
    'workplaces',
    'stores',
    'source-accounts',
    'billing',
    'rates',
    'settings',
    'notifications',
    'telemetry',
    'home',
    'landing',
    'help',
  ],
  [
    'auto-update',
    'bulk-edit',
    'catalog',
    'personal',
    'image-search',
    'product-detail',
    'listings',
    'suppliers',
    'import-list',
    'product-center',
    'editor',
    'mapping',
    'product-settings',
    'galleries',
    'job-tracker',
  ],
  [
    'orders',
    'placement',
    'extension',
    'order-payments',
    'tracking',
    'fulfilments',
    'fulfilment-requests',
    'refunds',
    'evidence',
    'feedback',
    'cashback',
    'wallet',
    'automation',
    'order-settings',
    'analytics',
  ],
]
/**
 * Screens read with `useCall` and act with `useAct`, which carries the idempotency key. The editor's store lives on when
 * its page is left and has a save id of its own; the start of the app reports before there is a component.
 */
const MAY_SEND = ['apps/web/src/features/editor/open-editor.ts', 'apps/web/src/start.tsx']
/**
 * Rooms of the web app -> the rooms each may import. The shell is the frame around a page; what several areas share has a
 * room of its own name. Files beside the rooms (routes, start) put everything together.
 */
const WEB_ROOMS: Record<string, string[]> = {
  platform: [],
  'product-cards': ['platform'],
  'job-tracker': ['platform', 'product-cards'],
  shell: ['platform', 'product-cards', 'job-tracker'],
  features: ['platform', 'product-cards', 'job-tracker', 'shell'],
}
/** Where the time is asked for, and why. Everything else has `ctx.now`, `ctx.clock` or a clock that is passed in. */
const ASKS_FOR_THE_TIME: readonly [of: RegExp, because: string][] = [
  [/^apps\/server\/src\/platform\/clock\.ts$/, 'the clock'],
  [/\.test\.tsx?$|\/testing\/|\/conformance(?:\/|\.ts$)/, 'tests wait for the real world'],
  [/^apps\/sandbox\//, 'the sandbox has a clock of its own world'],
  [/^(?:apps\/web|packages\/ui)\//, "the browser's clock is the person's"],
]
const TIME = /\bnew Date\(\)|\bDate\.now\b/
/**
 * What is left of a sale is said in one place (domain/analytics/profit-figures.ts): nowhere else are costs taken from
 * what it brings in, in TypeScript or SQL. Names are all that can be seen here.
 */
const PROFIT_RULE = 'packages/domain/src/analytics/profit-figures.ts'
const TAKES_COSTS_AWAY =
  /(?:\b(?:price|revenue|total|paid|sale|sold|gross|earned|taken)\w*\)?|\s-\s+[\w.]+)\s+-\s+\(?(?:\w+\??\.)*(?:\w*costs?|\w*fees?|\w*feesOf|paymentFee|shipping|charges|duty)\b/i
const OTHER_SUBTRACTIONS: readonly [of: RegExp, because: string][] = [
  [
    /^apps\/server\/src\/features\/analytics\/get-analyses\.ts$/,
    'rows are sorted by it in SQL; what is shown is the rule',
  ],
  [/^apps\/web\/src\/features\/landing\//, 'the examples on the landing page, which load nothing of the product'],
  [/^apps\/sandbox\/|^packages\/connectors\//, "a vendor's own money, nobody's profit"],
  [/^apps\/server\/src\/features\/wallet\/check-books\.job\.ts$/, 'what a payment provider pays out of a top-up'],
]
const BAD_NAMES = /(^|[-/])(utils?|helpers?|common|managers?|base|misc)(\.|[-/]|$)/

function* sources(folder: string): Generator<string> {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (name === 'node_modules' || name === 'dist') continue
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name)) yield path
  }
}

const problems: string[] = []
const graph = new Map<string, string[]>()
/** App -> area -> the areas it imports, each with a file that does. */
const areaEdges = new Map<string, Map<string, Map<string, string>>>()
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

for (const folder of PACKAGES) {
  const own = basename(folder)
  for (const file of sources(join(root, folder, 'src'))) {
    const shown = relative(root, file)
    if (BAD_NAMES.test(shown)) problems.push(`${shown}: the name says nothing about what it is`)
    if (/^index\.tsx?$/.test(basename(file)) && !/\/(connectors|sandbox)\/src\//.test(file))
      problems.push(`${shown}: a barrel file`)
    const text = readFileSync(file, 'utf8')
    if (TIME.test(text) && !ASKS_FOR_THE_TIME.some(([of]) => of.test(shown)))
      problems.push(`${shown}: asks the machine for the time; take ctx.now, ctx.clock or a clock that is passed in`)
    if (
      takesCostsAway(text) &&
      !isTest(shown) &&
      shown !== PROFIT_RULE &&
      !OTHER_SUBTRACTIONS.some(([of]) => of.test(shown))
    )
      problems.push(`${shown}: takes costs from an amount; what is left of a sale is leftOf of ${PROFIT_RULE}`)
    const edges: string[] = []
    for (const match of text.matchAll(IMPORT)) {
      const target = match[1] ?? match[2] ?? ''
      if (target.startsWith('@omni/')) checkPackage(shown, own, target)
      else if (target.startsWith('.')) {
        const path = resolve(dirname(file), target)
        if (!path.startsWith(join(root, folder)) && !/\.test\.tsx?$/.test(file))
          problems.push(`${shown}: reaches into ${relative(root, path)}; import it as a package`)
        checkInside(shown, own, relative(join(root, folder, 'src'), path))
        if (/\.tsx?$/.test(path)) edges.push(path)
      }
    }
    graph.set(file, edges)
  }
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
}

function takesCostsAway(text: string): boolean {
  return TAKES_COSTS_AWAY.test(text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, ''))
}

function checkPackage(file: string, own: string, target: string): void {
  const wanted = target.split('/')[1] ?? ''
  if (!MAY[own]?.includes(wanted)) problems.push(`${file}: ${own} must not import ${target}`)
  // The registries come in from outside (apps/server/src/vendors.ts); what every vendor of a kind is, is no vendor.
  const namesVendors = /^@omni\/connectors\/(?!mail\/)\w+\/([\w-]+\/|registry\.ts)/.test(target)
  if (file.startsWith('apps/server/src/platform/') && namesVendors && !file.endsWith('.test.ts'))
    problems.push(`${file}: platform must not import a vendor (${target})`)
  if (own === 'sandbox' && !SANDBOX_MAY.includes(target))
    problems.push(`${file}: the sandbox may import only ${SANDBOX_MAY.join(', ')}`)
}

function checkInside(file: string, own: string, target: string): void {
  if (own !== 'server' && own !== 'web') return
  const inTest = isTest(file)
  const inPlatform = file.includes('/src/platform/')
  if (own === 'web' && target === 'platform/client.ts' && !inPlatform && !inTest && !MAY_SEND.includes(file))
    problems.push(`${file}: reads with useCall and acts with useAct, not by ${target}`)
  if (inPlatform && target.startsWith('features/') && !inTest)
    problems.push(`${file}: platform must not import a feature (${target})`)
  if (own === 'web' && !inTest) checkRooms(file, target)
  if (own === 'server' && file.includes('/src/features/') && target === 'platform/fail.ts')
    problems.push(`${file}: an operation says no with refuse or must (platform/refuse.ts)`)
  const from = file.match(/\/src\/features\/([^/]+)\//)?.[1]
  const to = target.match(/^features\/([^/]+)\//)?.[1]
  if (!from || !to || from === to) return
  if (!inTest) {
    const edges = areaEdges.get(own) ?? new Map<string, Map<string, string>>()
    const targets = edges.get(from) ?? new Map<string, string>()
    if (!targets.has(to)) targets.set(to, file)
    areaEdges.set(own, edges.set(from, targets))
  }
  const tier = (area: string) => TIERS.findIndex((areas) => areas.includes(area))
  for (const area of [from, to]) if (tier(area) < 0) problems.push(`${file}: the area "${area}" is in no tier`)
  if (tier(from) < tier(to)) problems.push(`${file}: ${from} is below ${to}; send an event instead`)
}

function checkRooms(file: string, target: string): void {
  const roomOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '')
  const [from, to] = [roomOf(file.replace(/^apps\/web\/src\//, '')), roomOf(target)]
  if (from === '' || from === to) return
  const allowed = WEB_ROOMS[from]
  if (!allowed) problems.push(`${file}: the room "${from}" is not in WEB_ROOMS`)
  else if (!allowed.includes(to) && !target.startsWith('..'))
    problems.push(`${file}: ${from} must not import ${target}`)
}

/**
 * Areas import one another in one direction only, types included: two that know each other are one area in two
 * folders. Cycles over several areas are as bad.
 */
function areaCycles(app: string): void {
  const edges = areaEdges.get(app) ?? new Map<string, Map<string, string>>()
  const done = new Set<string>()
  const follow = (area: string, trail: readonly string[]): void => {
    const at = trail.indexOf(area)
    if (at >= 0) {
      const cycle = [...trail.slice(at), area]
      const files = cycle.slice(1).map((to, index) => edges.get(cycle[index] ?? '')?.get(to))
      problems.push(`${app}: areas import each other: ${cycle.join(' -> ')} (${files.join(', ')})`)
      return
    }
    if (done.has(area)) return
    for (const next of edges.get(area)?.keys() ?? []) follow(next, [...trail, area])
    done.add(area)
  }
  for (const area of edges.keys()) follow(area, [])
}

const state = new Map<string, 'open' | 'done'>()
function visit(file: string, trail: string[]): void {
  if (state.get(file) === 'done') return
  if (state.get(file) === 'open') {
    problems.push(
      `import cycle: ${[...trail.slice(trail.indexOf(file)), file].map((path) => relative(root, path)).join(' -> ')}`,
    )
    return
  }
  state.set(file, 'open')
  for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
  state.set(file, 'done')
}
for (const area of TIERS.flat())
  if (![...graph.keys()].some((file) => file.includes(`/features/${area}/`)))
    problems.push(`the area "${area}" of the tiers does not exist`)
for (const file of graph.keys()) visit(file, [])
for (const app of areaEdges.keys()) areaCycles(app)

for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `boundaries hold in ${graph.size} files` : `${problems.length} boundary problems`)
process.exit(problems.length === 0 ? 0 : 1)
