/**
 * `npm test` once everything is installed: types, lint, rules, operations, journeys of the main loop. `npm run prove`
 * (`--prove`) runs what takes longer and fails seldom: every file named `*.prove.test.ts`, and those alone. A part's name
 * runs that part, a file's name behind it that file, of either kind.
 *
 * `--changed` runs the files that import what is not committed, `--changed main` what has changed since that commit.
 * Static checks run whole.
 *
 * A test that fails, or a file that dies before its first one, is run once more, with nothing beside it. What passes
 * then is named UNSTEADY at the end: a defect to mend, of the test or of the product, that does not stop everything
 * else. More than two such files fail the run, and so does an input that broke a property. STRICT=1 runs nothing again.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { patience } from './patience.ts'
import { keptDurations } from './test-durations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const changedAt = args.indexOf('--changed')
/** The commit to compare with; nothing behind the option: the last one. */
const since = changedAt < 0 ? undefined : (args[changedAt + 1] ?? 'HEAD')
const proves = args.includes('--prove')
const [asked, ...named] = args.slice(0, changedAt < 0 ? undefined : changedAt).filter((one) => one !== '--prove')
const PROVE = '.prove.test.'
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const totals = { passed: 0, failed: 0, skipped: 0 }
/** Named once more at the end: what a long run printed in its middle is hard to find. */
const failures: string[] = []
// Fetched and converted once per machine, not once per process that a test starts.
process.env['MODELS_DIR'] ??= join(tmpdir(), 'omni-models')
// Tests start some hundreds of processes of the same code: read and compiled once, each begins in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'omni-compiled')

/**
 * What tests reach without importing it: the processes they start, the files they read. A change of one of these runs
 * all files of the project. Vitest adds its configuration, the set-up files and every package.json.
 */
const UNSEEN: Record<string, RegExp> = {
  unit: /^(docs|scripts|packages\/.*\.(json|tsv|csv|html)$)/,
  web: /^apps\/web\/locales\//,
  integration:
    /^apps\/(sandbox\/(?!.*\.test\.)|server\/(locales|migrations|src\/main\.|src\/testing\/.*\.(worker|process)\.))/,
  e2e: /^(apps|packages|attack|scripts)\/(?!.*\.test\.)/,
}
const RUNS_EVERYTHING = /^(package-lock\.json|scripts\/(run-tests|test-order)\.ts)$/

function changedFiles(ref: string): string[] {
  const git = (...command: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', command, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr.trim())
    return stdout.split('\n').filter(Boolean)
  }
  return [
    ...git('diff', '--name-only', `${ref}...HEAD`),
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}
const changed = since === undefined ? [] : changedFiles(since)

if (!proves && named.length === 0) process.env['WITHOUT_PROVE'] = '1'

/** Which files of a project vitest runs. */
function choice(project: string): string[] {
  if (named.length > 0) return named
  const kind = proves ? [PROVE] : [`--exclude=**/*${PROVE}*`]
  if (since === undefined) return kind
  const all = changed.some((file) => RUNS_EVERYTHING.test(file) || UNSEEN[project]?.test(file))
  return [...kind, '--passWithNoTests', ...(all ? [] : [`--changed=${since}`])]
}
/** A file with failed tests and the words of each. */
interface FailedFile {
  project: string
  file: string
  tests: string[]
}
const failedFiles: FailedFile[] = []
const took: { file: string; ms: number }[] = []
const scratch = mkdtempSync(join(tmpdir(), 'omni-tests-'))

function command(name: string, file: string, args: string[]): Promise<void> {
  const from = Date.now()
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.on('exit', (code) => {
      if (code === 0) totals.passed++
      else {
        totals.failed++
        failures.push(name)
      }
      console.log(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)${code === 0 ? '' : `\n${said.trim()}`}`,
      )
      done()
    })
  })
}

const SAID_OF_FAILURE = 600

/** Vitest's own. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Runs tests of one project. `report` is missing when the run died before its end. `quietly`: it speaks at its end. */
async function runVitest(project: string, more: string[], quietly = false) {
  const path = join(scratch, `${project}.json`)
  rmSync(path, { force: true })
  const status = await new Promise<number | null>((done) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        ...more,
        '--reporter=default',
        '--reporter=./scripts/test-durations.ts',
        '--reporter=json',
        `--outputFile.json=${path}`,
      ],
      { cwd: root, stdio: ['ignore', quietly ? 'pipe' : 'inherit', quietly ? 'pipe' : 'inherit'] },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk
      })
    child.on('exit', (code) => {
      if (quietly) console.log(said.trim())
      done(code)
    })
  })
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
  return { status, report }
}

/** One vitest project; its own report counts. A run that dies without one counts as one failure. */
async function vitest(project: string, more: string[] = [], quietly = false): Promise<void> {
  const { status, report } = await runVitest(project, [...more, ...choice(project)], quietly)
  if (!report) {
    totals.failed++
    failures.push(`${project}: ended without a report`)
    return
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = report
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name)
    took.push({ file, ms: keptDurations(project)[file] ?? 0 })
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} > ${test.fullName}\n  ${(test.failureMessages[0] ?? '').slice(0, SAID_OF_FAILURE)}`)
    // It ended before its first test.
    const died = status === 'failed' && tests.length === 0
    if (died) totals.failed++
    if (died) tests.push(`${file}\n  ${message.slice(0, SAID_OF_FAILURE)}`)
    if (tests.length > 0) failedFiles.push({ project, file, tests })
  }
  totals.passed += numPassedTests
  totals.failed += numFailedTests
  // One that needs what this machine lacks (a vendor's document, the picture model) did not pass: it is named as such.
  totals.skipped += numPendingTests + numTodoTests
  // An error outside of any file (an unhandled rejection) fails the run as well.
  if (!failedFiles.some((failed) => failed.project === project) && (!success || status !== 0)) {
    totals.failed++
    failures.push(`${project}: an error outside of any test`)
  }
}

const MOST_UNSTEADY_FILES = 2
/** fast-check's words. Another run would try other inputs, and what was found would be lost. */
const COUNTEREXAMPLE = 'Property failed after'

/** Returns what passed only now. The rest joins the failures. */
async function runFailedAgain(): Promise<string[]> {
  const few = process.env['STRICT'] !== '1' && failedFiles.length <= MOST_UNSTEADY_FILES
  const unsteady: string[] = []
  for (const { project, file, tests } of failedFiles) {
    const again = few && !tests.some((test) => test.includes(COUNTEREXAMPLE))
    if (again) console.log(`\n— once more: ${file}`)
    const { status, report } = again ? await runVitest(project, [file]) : { status: 1 }
    if (status === 0 && report?.success) {
      totals.failed -= tests.length
      totals.passed += tests.length
      unsteady.push(...tests)
    } else failures.push(...tests)
  }
  return unsteady
}

function needChromium(): void {
  if (existsSync('/usr/bin/chromium') || process.env['CHROMIUM']) return
  if (process.getuid?.() !== 0)
    throw new Error(
      'The browser journeys need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
    )
  console.log('Installing Chromium …')
  const apt = (args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status
  if (apt(['update', '-q']) !== 0 || apt(['install', '-y', '-q', '--no-install-recommends', 'chromium']) !== 0) {
    throw new Error('Chromium could not be installed with apt-get; install it by hand or set CHROMIUM to its path.')
  }
}

/** Built once per run, with its size budgets. */
let built: Promise<void> | undefined
const webApp = () => (built ??= command('web app and its size budgets', process.execPath, ['scripts/build-web.ts']))

const PARTS: Record<string, (quietly?: boolean) => Promise<void>> = {
  async static() {
    await Promise.all([
      command('types', bin('tsc'), ['-p', 'tsconfig.json']),
      command('types of the web app', bin('tsc'), ['-p', 'apps/web/tsconfig.json']),
    ])
    await Promise.all([
      command('lint', bin('oxlint'), ['--deny-warnings']),
      command('format', bin('oxfmt'), ['--check']),
      command('nothing unused', bin('knip'), ['--no-progress']),
      command('boundaries', process.execPath, ['scripts/check-boundaries.ts']),
      command('calls', process.execPath, ['scripts/check-calls.ts']),
      command('locales', process.execPath, ['scripts/check-locales.ts']),
      command('migrations', process.execPath, ['scripts/check-migrations.ts']),
      command('schema pages and types are up to date, raw SQL fits them', process.execPath, [
        'scripts/check-schema.ts',
      ]),
      command('docs/find.md is up to date', process.execPath, ['scripts/find.ts', '--check']),
      command('vendor manifest is up to date', process.execPath, ['scripts/vendors.ts', '--check']),
      command('vendor names', process.execPath, ['scripts/check-vendors.ts']),
      command('words', process.execPath, ['scripts/check-glossary.ts']),
    ])
  },
  unit: (quietly) => vitest('unit', [], quietly),
  web: (quietly) => vitest('web', [], quietly),
  // Most of these wait for other processes: more of them than cores fill the machine.
  async integration() {
    await vitest('integration', ['--maxWorkers=5'])
  },
  async e2e() {
    needChromium()
    await webApp()
    // A journey waits for the system as often as it uses it: two at a time.
    await vitest('e2e', ['--maxWorkers=2'])
  },
}

if (asked && !PARTS[asked]) {
  console.error(`There is no part "${asked}". Parts: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
const from = Date.now()
async function part(name: string, quietly = false): Promise<void> {
  console.log(`\n— ${name}`)
  try {
    await PARTS[name]?.(quietly)
  } catch (error) {
    totals.failed++
    failures.push(name)
    console.error(error instanceof Error ? error.message : error)
  }
}
if (patience > 1)
  console.log(`This machine is busy or slow: tests wait ${patience} times as long for what they wait for.`)
if (asked) await part(asked)
else if (proves) {
  await webApp()
  await Promise.all([part('integration'), part('unit', true)])
  await part('e2e')
} else {
  // No later than this: a server of the integration tests reads the built app when it starts.
  await Promise.all([part('static'), webApp()])
  // The integration tests wait half of their time; the rules are worked out meanwhile. Journeys have the machine to
  // themselves.
  await Promise.all([part('integration'), part('unit', true).then(() => part('web', true))])
  await part('e2e')
}
const unsteady = await runFailedAgain()
rmSync(scratch, { recursive: true, force: true })
for (const test of unsteady) console.log(`\nUNSTEADY ${test}`)
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const SLOWEST = 10
console.log('\nThe slowest files:')
for (const { file, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
  console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
console.log(`\n${((Date.now() - from) / 60_000).toFixed(1)} minutes`)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
// Nothing that changed may be tested by nothing; a whole run that passed nothing ran nothing.
process.exit(totals.failed === 0 && (totals.passed > 0 || since !== undefined) ? 0 : 1)
