/** Mutants of one file of the server, by Stryker itself: a process for each, against PostgreSQL. Changes the file meanwhile. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant, Status } from './rules.ts'

interface Report {
  files: Record<
    string,
    { mutants: { status: Status; mutatorName: string; replacement?: string; location: { start: { line: number } } }[] }
  >
}

export function mutateServer(root: string, file: string, tests: readonly string[]): Mutant[] {
  const here = join(root, 'mutation')
  const folder = join(here, '.reports', file.replace(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  const [report, vitestConfig, config] = ['report.json', 'vitest.config.ts', 'stryker.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  rmSync(report, { force: true })
  writeFileSync(
    vitestConfig,
    `import { defineConfig } from 'vitest/config'
process.env.MUTATION = 'yes'
export default defineConfig({ test: { include: ${JSON.stringify(tests)}, environment: 'node', isolate: false,
  setupFiles: ['mutation/fewer-runs.ts'], testTimeout: 60_000, hookTimeout: 60_000,
  globalSetup: ['apps/server/src/testing/postgres.setup.ts'] } })\n`,
  )
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(here, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: vitestConfig, related: false },
      mutate: [file],
      // TypeScript 7 has another API than the one Stryker reads; without a file of this name it leaves the types alone.
      tsconfigFile: 'mutation/none.json',
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      coverageAnalysis: 'perTest',
      concurrency: 1,
      ignoreStatic: true,
      inPlace: true,
      tempDirName: join(folder, 'tmp'),
      timeoutMS: 20_000,
      dryRunTimeoutMinutes: 30,
    }),
  )
  const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const done = spawnSync(process.execPath, [stryker, 'run', config], { cwd: root, stdio: 'inherit' })
  if (done.status !== 0 || !existsSync(report)) throw new Error(`Stryker could not judge ${file}.`)
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report // Stryker's own report
  return Object.values(files).flatMap(({ mutants }) =>
    mutants.map(({ status, mutatorName, replacement = '', location }) => ({
      file,
      line: location.start.line,
      mutatorName,
      replacement,
      status,
    })),
  )
}
