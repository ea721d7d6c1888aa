/**
 * `npm run explore -- placement`, `-- payments`: visits every world of every run, the large ones too, and finds every
 * planted mistake with its shortest way. Takes minutes; the smaller runs are part of the test commands.
 */
import { explore } from '../packages/domain/src/placement/testing/explore.ts'
import { BROKEN, RULE_MISTAKES, rulesWith, SHELL_MISTAKES } from '../packages/domain/src/placement/testing/mistakes.ts'
import { RUNS } from '../packages/domain/src/placement/testing/runs.ts'
import type { ShellMistake } from '../packages/domain/src/placement/testing/supplier-world.ts'
import type { Exploration } from '../packages/domain/src/testing/search.ts'
import { explore as explorePayment } from '../packages/domain/src/wallet/testing/explore.ts'
import * as payments from '../packages/domain/src/wallet/testing/mistakes.ts'
import { RUNS as PAYMENT_RUNS } from '../packages/domain/src/wallet/testing/runs.ts'

const LIMIT = 5_000_000
let isGood = true
let total = 0

const secondsSince = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

type Explore<S> = (world: S, options: { limit?: number; settles?: boolean; seek?: string }) => Exploration

function visitAll<S>(runs: readonly { name: string; world: S }[], visit: Explore<S>): void {
  const start = performance.now()
  for (const { name, world } of runs) {
    const from = performance.now()
    const { worlds, depth, violation, path, complete } = visit(world, { limit: LIMIT })
    total += worlds
    const isFine = violation === null && complete
    isGood &&= isFine
    const found = violation ?? (complete ? 'every world visited, no violation' : 'not complete')
    console.log(
      `${isFine ? 'ok    ' : 'FAILED'} ${name}: ${worlds} worlds, depth ${depth}, ${secondsSince(from)}; ${found}`,
    )
    if (violation) console.log(`       ${path.join(' > ')}`)
  }
  console.log(`${runs.length} runs, ${total} worlds, ${secondsSince(start)}`)
}

function find<S>(name: string, world: S, leads_to: string, visit: Explore<S>): void {
  const { violation, path } = visit(world, { settles: false, seek: leads_to, limit: LIMIT })
  const isFound = violation === leads_to
  isGood &&= isFound
  console.log(`${isFound ? 'found ' : 'MISSED'} ${name}: ${path.length} steps to "${leads_to}"`)
  console.log(`       ${path.join(' > ')}`)
}

async function placement(): Promise<void> {
  visitAll(RUNS, explore)
  console.log('Planted in the rules')
  for (const [name, { world, leads_to, patches }] of Object.entries(RULE_MISTAKES))
    find(name, { ...world, step: await rulesWith(patches) }, leads_to, explore)
  console.log('Planted in the program around them')
  for (const [name, { world, leads_to }] of Object.entries(SHELL_MISTAKES))
    find(name, { ...world, mistakes: [name as ShellMistake] }, leads_to, explore) // a key of that record
  console.log('The assumption broken')
  for (const [name, { world, leads_to }] of Object.entries(BROKEN)) find(name, world, leads_to, explore)
}

async function payment(): Promise<void> {
  visitAll(PAYMENT_RUNS, explorePayment)
  console.log('Planted in the rule')
  for (const [name, { world, leads_to, changes }] of Object.entries(payments.MISTAKES))
    find(name, { ...world, step: await payments.rulesWith(changes) }, leads_to, (found, { limit = LIMIT }) =>
      explorePayment(found, { limit }),
    )
}

const WHAT: Record<string, () => Promise<void>> = { placement, payments: payment }
const asked = WHAT[process.argv[2] ?? '']
if (!asked) {
  console.error(`Which one? ${Object.keys(WHAT).join(', ')}`)
  process.exit(1)
}
await asked()
process.exit(isGood ? 0 : 1)
