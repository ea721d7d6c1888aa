/**
 * All mutants of some files in one process, which is started again when a mutant does not end. No file is changed:
 * vitest is given the code that Stryker's instrumenter makes of it, with every mutant in it behind a switch.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  /** Their tests change a database: they have to pass a second time too. */
  is_stateful: boolean
  mutants: string[]
  progress: string
  /** What the tests reach without a mutant, and how long they take: a process that goes on need not run them again. */
  baseline: string
}
export type Progress =
  | { mutant: string; status: Status }
  | { mutant: string; ms: number }
  | { unfit: string; why: string }
  /** A new process goes on. */
  | { is_spoilt: true }

export interface Subject {
  /** Of its folder below .reports. */
  name: string
  files: readonly string[]
  tests: readonly string[]
  /** Of the server: against PostgreSQL. */
  is_stateful: boolean
}

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

/** A test of the server may wait by itself (`TEST_WITHIN_MS` in every-mutant.test.ts); one of a rule only counts. */
const LONGEST_MS = { stateful: 90_000, pure: 5_000 }
const TIMES_AS_LONG = 3
const ENDS_WITHIN_MS = 5_000
const BASELINE = 'baseline.json'
const LOOK_EVERY_MS = 200
const nothing = () => undefined
const SILENT = { debug: nothing, info: nothing, warn: nothing, isDebugEnabled: () => false }

export async function tryMutants(root: string, { name, files, tests, is_stateful }: Subject): Promise<Mutant[]> {
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
  rmSync(join(folder, BASELINE), { force: true })
  const own = tests.map((file) => join(root, file))
  writeFileSync(join(folder, 'vitest.config.mjs'), configOf(root, folder, own, is_stateful))
  // A comment in the code may have said that one is of no interest.
  const found = new Map<string, Status>(
    instrumented.mutants.flatMap(({ id, status }) => (status ? [[id, status]] : [])),
  )
  for (let left = leftOf(); left.length > 0; left = leftOf())
    await run(root, folder, { tests: own, is_stateful, mutants: left }, found)
  return instrumented.mutants.map(({ id, fileName, mutatorName, replacement, location }): Mutant => {
    const status = found.get(id) ?? 'NoCoverage'
    return { file: fileName.slice(root.length), line: location.start.line + 1, mutatorName, replacement, status }
  })

  function leftOf() {
    return instrumented.mutants.map(({ id }) => id).filter((id) => !found.has(id))
  }
}

/** Until all is done or a mutant hangs, which is noticed too. A run that ends otherwise is a fault of the tests. */
async function run(root: string, folder: string, work: Omit<Job, 'progress' | 'baseline'>, found: Map<string, Status>) {
  const [job, progress, log] = ['job.json', 'progress.jsonl', 'vitest.log'].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ]
  writeFileSync(job, JSON.stringify({ ...work, progress, baseline: join(folder, BASELINE) } satisfies Job))
  writeFileSync(progress, '')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(folder, 'vitest.config.mjs')]
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, vitest, {
    cwd: root,
    env: { ...process.env, MUTATION_JOB: job, MUTATION: 'yes' },
    stdio: ['ignore', output, output],
  })
  let isOver = false
  child.on('exit', () => (isOver = true))
  let [handled, until] = [0, Infinity]
  let tried: string | null = null
  let isSpoilt = false
  while (!isOver && Date.now() < until) {
    await sleep(LOOK_EVERY_MS)
    handleNews()
  }
  // First so that it can stop its database.
  child.kill('SIGINT')
  for (const end = Date.now() + ENDS_WITHIN_MS; !isOver && Date.now() < end;) await sleep(LOOK_EVERY_MS)
  child.kill('SIGKILL')
  if (tried !== null) found.set(tried, 'Timeout')
  else if (!isSpoilt && work.mutants.some((id) => !found.has(id))) throw new Error(readFileSync(log, 'utf8'))

  function handleNews() {
    const lines = readFileSync(progress, 'utf8').split('\n').slice(0, -1)
    for (const line of lines.slice(handled)) {
      const message = JSON.parse(line) as Progress // of every-mutant.test.ts
      if ('unfit' in message)
        console.log(`Does not count, because it passes only once: ${message.unfit} (${message.why})`)
      if ('is_spoilt' in message) isSpoilt = true
      if (!('mutant' in message)) continue
      const isDone = 'status' in message
      if (isDone) found.set(message.mutant, message.status)
      tried = isDone ? null : message.mutant
      until = isDone
        ? Infinity
        : Date.now() + LONGEST_MS[work.is_stateful ? 'stateful' : 'pure'] + TIMES_AS_LONG * message.ms
    }
    handled = lines.length
  }
}

const configOf = (
  root: string,
  folder: string,
  tests: readonly string[],
  is_stateful: boolean,
) => `import { readFileSync } from 'node:fs'
const code = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'code.json'))}, 'utf8'))
const tests = new Set(${JSON.stringify(tests)})
const mutants = {
  name: 'mutants',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'vitest' && tests.has(importer?.split('?')[0]) ? ${JSON.stringify(join(root, 'mutation/collect.ts'))} : undefined,
  load: (id) => code[id.split('?')[0]],
}
export default {
  root: ${JSON.stringify(root)},
  plugins: [mutants],
  test: {
    include: ['mutation/every-mutant.test.ts'],
    setupFiles: ['mutation/fewer-runs.ts'],
    globalSetup: ${JSON.stringify(is_stateful ? ['apps/server/src/testing/postgres.setup.ts'] : [])},
    hookTimeout: 60_000,
    environment: 'node',
    isolate: false,
    // The code is not what the file says: nothing of it may be there the next time.
    fsModuleCache: false,
    pool: 'threads',
    maxWorkers: 1,
  },
}
`
