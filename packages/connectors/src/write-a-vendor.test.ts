import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = join(root, 'packages/connectors/src')
const places: string[] = []
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true })
})

/** ```ts map.ts … ``` -> file name and content, exactly as printed. */
function codeBlocks(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^```\w+ ([\w./-]+)\n(.*?)^```$/gms)].map(([, name = '', code = '']) => [name, code]),
  )
}

/** The connectors' folder as it is, and the newcomer in it. */
function layOut(kind: string, vendor: string, blocks: Map<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), `omni-write-${vendor}-`))
  places.push(folder)
  mkdirSync(join(folder, kind))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of readdirSync(source)) if (name !== kind) symlinkSync(join(source, name), join(folder, name))
  for (const name of readdirSync(join(source, kind)))
    if (!name.endsWith('.test.ts')) symlinkSync(join(source, kind, name), join(folder, kind, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, code] of blocks) {
    const path = join(folder, kind, vendor, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code)
  }
  return folder
}

const SUPPLIER = [
  'client.ts',
  'fixtures/good.json',
  'index.ts',
  'kiosk-server.ts',
  'kiosk.test.ts',
  'map.test.ts',
  'map.ts',
  'orders.ts',
  'schemas.ts',
]
const CHANNEL = ['index.ts', 'map.ts', 'schemas.ts', 'stall-server.ts', 'stall.test.ts']

test.each([
  { document: 'write-a-supplier', kind: 'suppliers', vendor: 'kiosk', files: SUPPLIER, least: 9 },
  { document: 'write-a-channel', kind: 'channels', vendor: 'stall', files: CHANNEL, least: 4 },
])(
  'the vendor of $document works as printed: its own tests, and what of the conformance suite it names',
  ({ document, kind, vendor, files, least }) => {
    const blocks = codeBlocks(readFileSync(join(root, `docs/${document}.md`), 'utf8'))
    expect([...blocks.keys()].toSorted()).toEqual(files)
    const folder = layOut(kind, vendor, blocks)
    const report = join(folder, 'report.json')
    const run = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        `${kind}/${vendor}`,
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
    expect(numPassedTests).toBeGreaterThanOrEqual(least)
  },
  60_000,
)
