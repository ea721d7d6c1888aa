/**
 * `npm run explore -- placement`: visits every world of every run, the large ones too, and finds every planted mistake
 * with its shortest way. Takes minutes; the quick runs are part of the test command.
 */
import { explore } from '../packages/domain/src/placement/testing/explore.ts'
import { BROKEN, RULE_MISTAKES, rulesWith, SHELL_MISTAKES } from '../packages/domain/src/placement/testing/mistakes.ts'
import { RUNS } from '../packages/domain/src/placement/testing/runs.ts'
import type { Setting, ShellMistake } from '../packages/domain/src/placement/testing/supplier-world.ts'

const LIMIT = 5_000_000
let isGood = true
let total = 0

const secondsSince = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

function visitAll(): void {
  for (const { name, world } of RUNS) {
    const from = performance.now()
    const { worlds, depth, violation, path, complete } = explore(world, { limit: LIMIT })
    total += worlds
    const isFine = violation === null && complete
    isGood &&= isFine
    const found = violation ?? (complete ? 'every world visited, no violation' : 'not complete')
    console.log(
      `${isFine ? 'ok    ' : 'FAILED'} ${name}: ${worlds} worlds, depth ${depth}, ${secondsSince(from)}; ${found}`,
    )
    if (violation) console.log(`       ${path.join(' > ')}`)
  }
}

function find(name: string, world: Setting, leads_to: string): void {
  const { violation, path } = explore(world, { settles: false, seek: leads_to, limit: LIMIT })
  const isFound = violation === leads_to
  isGood &&= isFound
  console.log(`${isFound ? 'found ' : 'MISSED'} ${name}: ${path.length} steps to "${leads_to}"`)
  console.log(`       ${path.join(' > ')}`)
}

if (process.argv[2] !== 'placement') {
  console.error('Which one? placement')
  process.exit(1)
}
const from = performance.now()
visitAll()
console.log(`${RUNS.length} runs, ${total} worlds, ${secondsSince(from)}`)
console.log('Planted in the rules')
for (const [name, { world, leads_to, patches }] of Object.entries(RULE_MISTAKES))
  find(name, { ...world, step: await rulesWith(patches) }, leads_to)
console.log('Planted in the program around them')
for (const [name, { world, leads_to }] of Object.entries(SHELL_MISTAKES))
  find(name, { ...world, mistakes: [name as ShellMistake] }, leads_to) // a key of that record
console.log('The assumption broken')
for (const [name, { world, leads_to }] of Object.entries(BROKEN)) find(name, world, leads_to)
process.exit(isGood ? 0 : 1)
