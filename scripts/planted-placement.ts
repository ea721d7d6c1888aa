/**
 * `npm run planted -- placement [name]`: mistakes planted one at a time into a copy of the shell around placing. The
 * short chaos run (placing-killed.prove.test.ts) must fail on each, and says how. A patch that fits nowhere any more is an
 * error too. Takes two to three minutes a run; not part of the test command.
 */
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyPatch, type Patch, PLACEMENT_FAULTS } from './planted-faults.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const TEST = 'apps/server/src/features/placement/placing-killed.prove.test.ts'
const NAME = 'clicked twice'
/** The scope of our own packages, which npm links into the checkout. */
const OWN = '@omni'

/** Everything the test needs, with the modules of this checkout. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'omni-planted-'))
  cpSync(root, copy, {
    recursive: true,
    filter: (from) => !/\/(?:node_modules|\.git|dist|data)(?:\/|$)/.test(from.slice(root.length - 1)),
  })
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Those of others are this checkout's. Our own packages are the copy's, or what is planted in them would not be run. */
function linkModules(from: string, to: string): void {
  mkdirSync(join(to, OWN), { recursive: true })
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, OWN))) symlinkSync(readlinkSync(join(from, OWN, name)), join(to, OWN, name))
}

function plant(copy: string, patches: readonly Patch[]): void {
  for (const patch of patches) {
    const path = join(copy, patch.file)
    writeFileSync(path, applyPatch(patch, readFileSync(path, 'utf8')))
  }
}

/**
 * When a worker is killed is left to chance, and what it takes to be caught does not happen every time: the long run
 * (`npm run chaos`) has ten times as many kills as one of these. A run that never got to its judge counts as one.
 */
const RUNS = 5

/** What the judge said, or what never came to its end; empty: nothing was found. Null: the test did not run. */
function runTest(copy: string): Promise<string[] | null> {
  return new Promise((done) => {
    const args = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'integration', TEST, '-t', NAME]
    const child = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1' } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    child.on('exit', (code) => {
      const findings = said.split('\n').filter((line) => /^\+ {3}"|^AssertionError: |not within/.test(line))
      // Before its first order was clicked nothing can be found, whatever failed.
      const isRun = !/Hook timed out|Failed Suites|a worker sends/.test(said) && (code === 0 || findings.length > 0)
      if (!isRun) {
        console.log(said.slice(-2000))
        return done(null)
      }
      done(code === 0 ? [] : [...new Set(findings)].slice(0, 6).map((line) => line.trim()))
    })
  })
}

const [area, wanted] = process.argv.slice(2)
if (area !== 'placement') {
  console.error('Which one? placement')
  process.exit(1)
}
let missed = 0
for (const [name, patches] of Object.entries(PLACEMENT_FAULTS)) {
  if (wanted !== undefined && !name.includes(wanted)) continue
  const copy = copyTree()
  try {
    plant(copy, patches)
    let found: string[] | null = null
    let run = 0
    while (!found?.length && run++ < RUNS) found = await runTest(copy)
    if (!found?.length) missed++
    console.log(found?.length ? `found  ${name} (run ${run})` : `${found ? 'MISSED' : 'NOT RUN'} ${name}`)
    for (const line of found ?? []) console.log(`         ${line}`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
process.exit(missed > 0 ? 1 : 0)
