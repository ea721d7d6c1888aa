/**
 * Runs in vitest, started by rules.ts: the tests of a folder once without a mutant, then for each mutant those that reach
 * it, until one fails. All in one process: a process for each took a second a mutant, and there are thousands.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { test } from 'vitest'
import { tests } from './collect.ts'
import type { Job, Told } from './rules.ts'

interface Switch {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}
type Hits = Record<string, number>

const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8')) as Job // written by rules.ts
const tell = (told: Told) => appendFileSync(job.progress, `${JSON.stringify(told)}\n`)
// Where code that Stryker has instrumented looks for its switch.
const box: Switch = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {})
/** A loop that passes the mutant so much oftener than without it does not end. */
const HIT_LIMIT_FACTOR = 100

for (const file of job.tests) await import(/* @vite-ignore */ file)

test('every mutant', { timeout: 0 }, async () => {
  const ms = new Map<string, number>()
  for (const { id, run } of tests) {
    const began = performance.now()
    box.currentTestId = id
    await run()
    ms.set(id, performance.now() - began)
  }
  delete box.currentTestId
  const seen = structuredClone(box.mutantCoverage ?? { static: {}, perTest: {} })
  const timeOf = ({ id }: { id: string }) => ms.get(id) ?? 0
  for (const mutant of job.mutants) {
    const reaching = tests.filter(({ id }) => seen.perTest[id]?.[mutant]).toSorted((a, b) => timeOf(a) - timeOf(b))
    if (reaching.length === 0) {
      // What is read once, when a module is loaded, cannot be switched afterwards.
      tell({ mutant, status: seen.static[mutant] ? 'Ignored' : 'NoCoverage' })
      continue
    }
    tell({ mutant, ms: reaching.reduce((sum, one) => sum + timeOf(one), 0) })
    box.hitCount = 0
    box.hitLimit = HIT_LIMIT_FACTOR * reaching.reduce((sum, { id }) => sum + (seen.perTest[id]?.[mutant] ?? 0), 0)
    let isNoticed = false
    for (const { run } of reaching) {
      box.activeMutant = mutant
      try {
        await run()
      } catch {
        isNoticed = true
      }
      delete box.activeMutant
      isNoticed ||= box.hitCount > box.hitLimit
      if (isNoticed) break
    }
    tell({ mutant, status: isNoticed ? 'Killed' : 'Survived' })
  }
})
