/**
 * `npm run conformance -- <vendor> [name=value …] [--write]` asks a real account or shop what the suite asks of the sandbox, and prints
 * what it answers otherwise. Nothing is changed there; `--write` makes one draft in a store, changes it and removes it,
 * and at a supplier that can take it back one order that nobody pays.
 *
 * Names in capitals are settings as an operator makes them (docs/deploy.md); they may stand in the environment too. The
 * others are the store's address (`shop`), a `code` or key to connect with, or credentials by their names. `text` is searched
 * for at a supplier, `missing` is a product that is not there, `picture` an address for catalogs. Nothing given: the sandbox.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { SUBJECTS } from '../packages/connectors/src/channels/conformance/subjects.ts'
import { startReceiver } from '../packages/connectors/src/channels/conformance/test-receiver.ts'
import { differences, type Shapes } from '../packages/connectors/src/conformance/reply-shapes.ts'
import { startSandboxProcess } from '../packages/connectors/src/conformance/sandbox-process.ts'
import { testDatabase } from '../packages/connectors/src/conformance/test-database.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { CHANNEL_IDS, SOURCE_IDS, SUPPLIER_FACTS, VENDOR_SETTINGS } from '@omni/domain/vendors/manifest.ts'

const PRODUCTS = 1300

const root = fileURLToPath(new URL('..', import.meta.url))
const [vendor = '', ...rest] = process.argv.slice(2)
const vendors: string[] = [...CHANNEL_IDS, ...SOURCE_IDS.filter((id) => SUPPLIER_FACTS[id].via === 'api')]
if (!vendors.includes(vendor)) {
  console.error(`Which one? ${vendors.join(', ')}`)
  process.exit(1)
}
const writes = rest.includes('--write')
const pairs = rest.filter((one) => one !== '--write').map((one) => /^(\w+)=(.*)$/s.exec(one)?.slice(1) ?? [one, ''])
const isSetting = ([name = '']: string[]) => /^[A-Z][A-Z0-9_]+$/.test(name)
const given = Object.fromEntries(pairs.filter((pair) => !isSetting(pair))) as Record<string, string> // pairs of texts
const own = VENDOR_SETTINGS.filter(({ id }) => id === vendor).flatMap(({ settings }) => Object.entries(settings))
const scratch = mkdtempSync(join(tmpdir(), 'omni-conformance-run-'))

/** Runs the suite. Not waited for in one breath: the sandbox's shops fetch pictures from this process meanwhile. */
async function ask(name: string, what: { env: object; given: object; opened?: object }) {
  const shapes_to = join(scratch, `${name}.json`)
  const run = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'conformance', '--reporter=verbose'],
    {
      cwd: root,
      stdio: name === 'sandbox' ? ['ignore', 'ignore', 'inherit'] : 'inherit',
      env: { ...process.env, CONFORMANCE: JSON.stringify({ vendor, writes, shapes_to, ...what }) },
    },
  )
  const [status] = (await once(run, 'exit')) as [number | null] // node's own
  return { passed: status === 0, shapes: JSON.parse(readFileSync(shapes_to, 'utf8')) as Shapes } // our own file
}

async function askSandbox() {
  const stops: (() => Promise<unknown> | void)[] = []
  try {
    const sandbox = await startSandboxProcess(await testDatabase(startPostgres, stops), PRODUCTS, await freePort())
    stops.push(() => sandbox.stop())
    const receiver = await startReceiver()
    stops.push(() => receiver.stop())
    const subject = isChannel(vendor) ? await SUBJECTS[vendor]?.(sandbox, receiver) : undefined
    const env = Object.fromEntries(
      own.flatMap(([name, { sandbox: value }]) => (value ? [[name, value.replace('{sandbox}', sandbox.url)]] : [])),
    )
    const text = given['text']
    const [picture] = subject?.pictures ?? []
    return await ask('sandbox', {
      env,
      given: { ...(text && { text }), ...(picture && { picture }) },
      ...(subject && {
        opened: { app: subject.app, credentials: subject.account.credentials, shop: subject.account.account_id },
      }),
    })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

try {
  console.log('The sandbox is asked first, as the reference …')
  const reference = await askSandbox()
  if (!reference.passed) throw new Error('the sandbox itself does not pass; `npm run prove` says why')
  if (pairs.length === 0) {
    console.log(`The sandbox's ${vendor} passes. For a real one, give its address and keys.`)
  } else {
    const env = Object.fromEntries(
      own.flatMap(([name, { default: usual }]) => {
        const value = pairs.find(([key]) => key === name)?.[1] ?? process.env[name] ?? usual
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const real = await ask('real', { env, given })
    const lines = differences(reference.shapes, real.shapes)
    console.log(
      lines.length === 0 ? '\nIt answers as the sandbox does.' : `\nOtherwise than the sandbox:\n${lines.join('\n')}`,
    )
    process.exitCode = real.passed ? 0 : 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
