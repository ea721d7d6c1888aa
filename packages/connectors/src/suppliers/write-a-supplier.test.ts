import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const source = join(root, 'packages/connectors/src')
const folder = mkdtempSync(join(tmpdir(), 'omni-write-a-supplier-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** ```ts map.ts … ``` -> file name and content, exactly as printed. */
function codeBlocks(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^```\w+ ([\w./-]+)\n(.*?)^```$/gms)].map(([, name = '', code = '']) => [name, code]),
  )
}

/** The connectors' folder as it is, and Corner in it. */
function layOut(blocks: Map<string, string>): void {
  const suppliers = join(folder, 'suppliers')
  mkdirSync(suppliers)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of readdirSync(source)) if (name !== 'suppliers') symlinkSync(join(source, name), join(folder, name))
  for (const name of readdirSync(join(source, 'suppliers')))
    if (!name.endsWith('.test.ts')) symlinkSync(join(source, 'suppliers', name), join(suppliers, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, code] of blocks) {
    const path = join(suppliers, 'corner', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
}

test('the supplier in docs/write-a-supplier.md works as printed: its own tests and the conformance suite', () => {
  const blocks = codeBlocks(readFileSync(join(root, 'docs/write-a-supplier.md'), 'utf8'))
  expect([...blocks.keys()].toSorted()).toEqual([
    'corner-server.ts',
    'corner.test.ts',
    'fixtures/good.json',
    'index.ts',
    'map.test.ts',
    'map.ts',
    'schemas.ts',
  ])
  layOut(blocks)
  const report = join(folder, 'report.json')
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      'suppliers/corner',
      '--root',
      folder,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { encoding: 'utf8', cwd: folder },
  )
  expect(run.status, run.stdout + run.stderr).toBe(0)
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
  } // vitest's own report
  expect(numFailedTests).toBe(0)
  expect(numPassedTests).toBeGreaterThanOrEqual(7)
}, 60_000)
