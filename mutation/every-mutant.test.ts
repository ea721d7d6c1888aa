/**
 * Runs in vitest, started by try-mutants.ts: the tests once without a mutant, then for each mutant those that reach
 * it, until one fails. All in one process: a process for each took a second a mutant, and there are thousands.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { tests } from './collect.ts'
import type { Job, Progress } from './try-mutants.ts'

interface Switch {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}
type Hits = Record<string, number>

const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8')) as Job // written by try-mutants.ts
const publish = (progress: Progress) => appendFileSync(job.progress, `${JSON.stringify(progress)}\n`)
// Where code that Stryker has instrumented looks for its switch.
const box: Switch = ((globalThis as { __stryker__?: Switch }).__stryker__ ??= {})
/** What waits for something that a mutant keeps away does not end either. */
const TEST_WITHIN_MS = 60_000
/** A loop that passes the mutant so much oftener than without it does not end. */
const hitLimit = (hits: number) => Math.min(100 * hits, 5 * hits + 1_000_000)

for (const file of job.tests) await import(/* @vite-ignore */ file)

type One = (typeof tests)[number]

async function pass({ run }: One) {
  let alarm: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    alarm = setTimeout(() => reject(new Error('takes too long')), TEST_WITHIN_MS)
  })
  try {
    await Promise.race([Promise.resolve().then(run), late])
  } finally {
    clearTimeout(alarm)
  }
}

const passes = (one: One): Promise<boolean> =>
  pass(one).then(
    () => true,
    () => false,
  )

interface Baseline {
  ms: [id: string, ms: number][]
  seen: NonNullable<Switch['mutantCoverage']>
}

/** The tests as they are. Those that change a database have to run in every process: others build on what they leave. */
async function withoutMutants(unfit: Set<One>): Promise<Baseline> {
  if (!job.is_stateful && existsSync(job.baseline)) return JSON.parse(readFileSync(job.baseline, 'utf8')) as Baseline // written below
  const ms = new Map<string, number>()
  for (const isAgain of job.is_stateful ? [false, true] : [false])
    for (const one of tests) {
      const began = performance.now()
      box.currentTestId = one.id
      await pass(one).catch((error: unknown) => {
        if (!isAgain) throw error
        unfit.add(one)
        publish({ unfit: one.id, why: String(error).slice(0, 200) })
      })
      ms.set(one.id, performance.now() - began)
    }
  delete box.currentTestId
  const baseline = { ms: [...ms], seen: structuredClone(box.mutantCoverage ?? { static: {}, perTest: {} }) }
  writeFileSync(job.baseline, JSON.stringify(baseline))
  return baseline
}

test('every mutant', { timeout: 0 }, async () => {
  const unfit = new Set<One>()
  const { ms: measured, seen } = await withoutMutants(unfit)
  const ms = new Map(measured)
  const timeOf = ({ id }: One) => ms.get(id) ?? 0
  for (const mutant of job.mutants) {
    const reaching = tests
      .filter((one) => seen.perTest[one.id]?.[mutant] && !unfit.has(one))
      .toSorted((a, b) => timeOf(a) - timeOf(b))
    if (reaching.length === 0) {
      // What is read once, when a module is loaded, cannot be switched afterwards.
      publish({ mutant, status: seen.static[mutant] ? 'Ignored' : 'NoCoverage' })
      continue
    }
    box.hitCount = 0
    box.hitLimit = hitLimit(reaching.reduce((sum, { id }) => sum + (seen.perTest[id]?.[mutant] ?? 0), 0))
    let noticedBy: One | null = null
    for (const one of reaching) {
      publish({ mutant, ms: timeOf(one) })
      box.activeMutant = mutant
      const isPassed = await passes(one)
      delete box.activeMutant
      if (isPassed && box.hitCount <= box.hitLimit) continue
      noticedBy = one
      break
    }
    publish({ mutant, status: noticedBy ? 'Killed' : 'Survived' })
    // A mutant may leave a lock or a connection behind, and then the next ones would be noticed whatever they are.
    if (job.is_stateful && noticedBy && !(await passes(noticedBy))) {
      publish({ is_spoilt: true })
      return
    }
  }
})
