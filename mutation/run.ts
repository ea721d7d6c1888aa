/**
 * `npm run mutate -- <folder or file>`: changes the code a little, once per place, and runs the tests each time. A change
 * that no test notices is a survivor, and is listed. Fails below the threshold.
 * MUTATE_PROCESSES=1 leaves a core to others. MUTATE_ONLY_NEW=yes keeps what the last run found where neither the code
 * nor the test has changed: for the minutes in which tests are written, not for a figure.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DATA_TABLES, SERVER_FILES } from './files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const here = join(root, 'mutation')
const THRESHOLD = 85
const PROCESSES = Number(process.env.MUTATE_PROCESSES ?? 2)
const DOMAIN = 'packages/domain/src'

const wanted = (process.argv[2] ?? DOMAIN).replace(/\/$/, '')
const below = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    return statSync(join(root, path)).isDirectory() ? below(path) : [path]
  })
const rules = below(DOMAIN).filter(
  (path) =>
    path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path) && !DATA_TABLES.includes(relative(DOMAIN, path)),
)
const isWanted = (path: string) => path === wanted || path.startsWith(`${wanted}/`)
const domainFiles = rules.filter(isWanted)
const serverFiles = Object.keys(SERVER_FILES).filter(isWanted)
if (domainFiles.length + serverFiles.length === 0) {
  console.error(`Nothing below "${wanted}" is on the list in mutation/files.ts.`)
  process.exit(1)
}

if (!existsSync(join(here, 'node_modules/@stryker-mutator/core'))) {
  console.log('Installing Stryker (once) …')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: here, stdio: 'inherit' })
  if (done.status !== 0) process.exit(1)
}

interface Mutant {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number } }
}
interface Report {
  files: Record<string, { mutants: Mutant[] }>
}

/** One run of Stryker; its counts and survivors. */
function mutate(name: string, files: readonly string[], project: string, tests: readonly string[]) {
  const folder = join(here, '.reports')
  mkdirSync(folder, { recursive: true })
  const report = join(folder, `${name}.json`)
  const vitestConfig = join(folder, `${name}.vitest.config.ts`)
  const integration = project === 'integration'
  // Explorations visit every world: minutes for each mutant, and the tests beside them notice the same.
  writeFileSync(
    vitestConfig,
    `import { defineConfig } from 'vitest/config'
process.env.MUTATION = 'yes'
export default defineConfig({ test: { include: ${JSON.stringify(tests)}, exclude: ['**/*.explore.test.ts'], environment: 'node', isolate: false, setupFiles: ['mutation/fewer-runs.ts'],
  testTimeout: ${integration ? 60_000 : 300_000}, hookTimeout: 60_000,
  ${integration ? `globalSetup: ['apps/server/src/testing/postgres.setup.ts'],` : ''} } })\n`,
  )
  const config = join(folder, `${name}.stryker.json`)
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(here, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: vitestConfig, related: false },
      mutate: files,
      // TypeScript 7 has another API than the one Stryker reads; without a file of this name it leaves the types alone.
      tsconfigFile: 'mutation/none.json',
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      coverageAnalysis: 'perTest',
      concurrency: integration ? 1 : PROCESSES,
      ignoreStatic: true,
      incremental: true,
      incrementalFile: join(folder, `${name}.incremental.json`),
      force: process.env.MUTATE_ONLY_NEW !== 'yes',
      inPlace: true,
      tempDirName: join(folder, 'tmp'),
      timeoutMS: 20_000,
      dryRunTimeoutMinutes: 30,
    }),
  )
  const node = process.execPath
  const done = spawnSync(node, [join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0 || !existsSync(report)) process.exit(1)
  const { files: found } = JSON.parse(readFileSync(report, 'utf8')) as Report // Stryker's own report
  return Object.entries(found).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
}

/** A rule's tests lie beside it: only those of its own folder count, which also keeps a run short. */
const folders = Map.groupBy(domainFiles, (path) => path.slice(0, path.lastIndexOf('/')))
const mutants = [
  ...[...folders].flatMap(([folder, files]) =>
    mutate(folder.replace(/\W+/g, '-'), files, 'unit', [`${folder}/*.test.ts`]),
  ),
  ...serverFiles.flatMap((file) => mutate(file.replace(/\W+/g, '-'), [file], 'integration', SERVER_FILES[file] ?? [])),
]
const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length
const noticed = count('Killed', 'Timeout')
const missed = count('Survived', 'NoCoverage')
for (const { file, status, mutatorName, replacement, location } of mutants)
  if (status === 'Survived' || status === 'NoCoverage')
    console.log(`${status} ${file}:${location.start.line} ${mutatorName} -> ${(replacement ?? '').slice(0, 80)}`)
const score = (100 * noticed) / Math.max(1, noticed + missed)
console.log(`${noticed} noticed, ${missed} missed: ${score.toFixed(1)} % (threshold ${THRESHOLD} %)`)
process.exit(score >= THRESHOLD ? 0 : 1)
