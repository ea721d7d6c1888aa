/**
 * Mutants of a folder of rules, all in one process that is started again when a mutant does not end. No file is changed:
 * vitest is given the code that Stryker's instrumenter makes of it, with every mutant in it behind a switch.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Status = 'Killed' | 'Survived' | 'NoCoverage' | 'Ignored' | 'Timeout'
export interface Mutant {
  file: string
  line: number
  mutatorName: string
  replacement: string
  status: Status
}
/** What every-mutant.test.ts is told, and tells. */
export interface Job {
  tests: string[]
  mutants: string[]
  progress: string
}
export type Told = { mutant: string } & ({ status: Status } | { ms: number })

/** The part of @stryker-mutator/instrumenter that is used; it is installed by `run.ts`. */
interface Instrumenting {
  Instrumenter: new (log: object) => {
    instrument: (
      files: { name: string; content: string; mutate: boolean }[],
      options: object,
    ) => Promise<{
      files: { name: string; content: string }[]
      mutants: {
        id: string
        fileName: string
        mutatorName: string
        replacement: string
        status?: Status
        location: { start: { line: number } }
      }[]
    }>
  }
}

const LONGEST_MS = 20_000
const LOOK_EVERY_MS = 200
const nothing = () => undefined
const SILENT = { debug: nothing, info: nothing, warn: nothing, isDebugEnabled: () => false }

export async function mutateRules(root: string, files: readonly string[], tests: readonly string[], name: string) {
  const here = join(root, 'mutation')
  const folder = join(here, '.reports', name)
  mkdirSync(folder, { recursive: true })
  const { Instrumenter } = (await import(
    join(here, 'node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  )) as Instrumenting // it has types of its own only where it is installed
  const instrumented = await new Instrumenter(SILENT).instrument(
    files.map((file) => ({ name: join(root, file), content: readFileSync(join(root, file), 'utf8'), mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  )
  const code = Object.fromEntries(instrumented.files.map((file) => [file.name, file.content]))
  writeFileSync(join(folder, 'code.json'), JSON.stringify(code))
  writeFileSync(join(folder, 'vitest.config.mjs'), configOf(root, here, folder))
  // A comment in the code may have said that one is of no interest.
  const found = new Map<string, Status>(
    instrumented.mutants.flatMap(({ id, status }) => (status ? [[id, status]] : [])),
  )
  for (let left = leftOf(); left.length > 0; left = leftOf())
    await run(here, folder, { tests: tests.map((file) => join(root, file)), mutants: left }, found)
  return instrumented.mutants.map(({ id, fileName, mutatorName, replacement, location }): Mutant => {
    const status = found.get(id) ?? 'NoCoverage'
    return { file: fileName.slice(root.length), line: location.start.line + 1, mutatorName, replacement, status }
  })

  function leftOf() {
    return instrumented.mutants.map(({ id }) => id).filter((id) => !found.has(id))
  }
}

/** Until all is done or a mutant hangs, which is noticed too. A run that ends otherwise is a fault of the tests. */
async function run(here: string, folder: string, work: Omit<Job, 'progress'>, found: Map<string, Status>) {
  const [job, progress, log] = ['job.json', 'progress.jsonl', 'vitest.log'].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ]
  writeFileSync(job, JSON.stringify({ ...work, progress } satisfies Job))
  writeFileSync(progress, '')
  const vitest = [join(here, '../node_modules/vitest/vitest.mjs'), 'run', '--config', join(folder, 'vitest.config.mjs')]
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, vitest, {
    cwd: join(here, '..'),
    env: { ...process.env, MUTATION_JOB: job, MUTATION: 'yes' },
    stdio: ['ignore', output, output],
  })
  let isOver = false
  child.on('exit', () => (isOver = true))
  let [heard, until] = [0, Infinity]
  let tried: string | null = null
  while (!isOver && Date.now() < until) {
    await sleep(LOOK_EVERY_MS)
    hearNews()
  }
  child.kill('SIGKILL')
  if (tried !== null) found.set(tried, 'Timeout')
  else if (work.mutants.some((id) => !found.has(id))) throw new Error(readFileSync(log, 'utf8'))

  function hearNews() {
    const lines = readFileSync(progress, 'utf8').split('\n').slice(0, -1)
    for (const line of lines.slice(heard)) {
      const told = JSON.parse(line) as Told // of every-mutant.test.ts
      if ('status' in told) found.set(told.mutant, told.status)
      tried = 'status' in told ? null : told.mutant
      until = 'status' in told ? Infinity : Date.now() + LONGEST_MS + 5 * told.ms
    }
    heard = lines.length
  }
}

const configOf = (root: string, here: string, folder: string) => `import { readFileSync } from 'node:fs'
const code = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'code.json'))}, 'utf8'))
const mutants = {
  name: 'mutants',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'vitest' && importer?.includes('/packages/') ? ${JSON.stringify(join(here, 'collect.ts'))} : undefined,
  load: (id) => code[id.split('?')[0]],
}
export default {
  root: ${JSON.stringify(root)},
  plugins: [mutants],
  test: {
    include: ['mutation/every-mutant.test.ts'],
    setupFiles: ['mutation/fewer-runs.ts'],
    environment: 'node',
    isolate: false,
    // The code is not what the file says: nothing of it may be there the next time.
    fsModuleCache: false,
    pool: 'threads',
    maxWorkers: 1,
  },
}
`
