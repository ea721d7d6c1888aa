/** Every channel of the registry against the sandbox as a process of its own. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { misfits, type Schema } from '../../../../apps/sandbox/src/check-shape.ts'
import { freePort, startPostgres } from '../../../../apps/server/src/platform/embedded-postgres.ts'
import { type SandboxProcess, startSandboxProcess } from '../conformance/sandbox-process.ts'
import { testDatabase } from '../conformance/test-database.ts'
import type { ChannelDefinition } from './channel.ts'
import { conformance } from './conformance.ts'
import { catalogCases } from './conformance/catalog-cases.ts'
import { SUBJECTS } from './conformance/subjects.ts'
import { type TestReceiver, startReceiver } from './conformance/test-receiver.ts'
import { tiktokShopCases } from './conformance/tiktok-shops.ts'
import { wooSaveCases } from './conformance/woo-saves.ts'
import { wooSiteCases } from './conformance/woo-sites.ts'
import { channels } from './registry.ts'

const START_MS = 60_000
const FEW_PRODUCTS = 100

let sandbox: SandboxProcess
let receiver: TestReceiver
const stops: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
}, START_MS)

beforeAll(async () => {
  const database = await testDatabase(startPostgres, stops)
  sandbox = await startSandboxProcess(database, FEW_PRODUCTS, await freePort())
  stops.push(() => sandbox.stop())
  receiver = await startReceiver()
  stops.push(() => receiver.stop())
}, START_MS)

for (const [id, one] of Object.entries(channels)) {
  const definition = one as unknown as ChannelDefinition // its own types are no longer needed
  const subject = SUBJECTS[id as keyof typeof channels] // the keys of the same object
  if (subject) conformance(definition, () => subject(sandbox, receiver))
  else test.todo(`${id} has no place in the sandbox yet`)
}

wooSiteCases(() => ({ sandbox, receiver }))
wooSaveCases(() => ({ sandbox, receiver }))
tiktokShopCases(() => ({ sandbox, receiver }))
// They move the sandbox's clock, so they come last.
catalogCases(() => ({ sandbox, receiver }))

const SCHEMAS =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../shared/vendors/schemas', import.meta.url))
const folder = `${SCHEMAS}/woocommerce`

/** What a schema says of a body's own fields. WordPress's "date-time" and "mixed" are no types of JSON Schema. */
function fieldsOf(name: string): Schema {
  const whole = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'), (_key, value: unknown) =>
    value === 'mixed' || value === 'date-time' ? undefined : value,
  ) as { schema: Schema } // as WordPress answers OPTIONS
  return whole.schema
}

test.skipIf(!existsSync(folder))(
  "what we sent fits WooCommerce's own schemas (skipped where ../shared/vendors/schemas does not hold them)",
  async () => {
    const reply = await fetch(`${sandbox.url}/control/events?vendor=woocommerce&kind=call&limit=1000`)
    const { events } = (await reply.json()) as { events: { name: string; detail: { request?: unknown } }[] } // the sandbox's own list
    const bodies = (pattern: RegExp) =>
      events.flatMap(({ name, detail }) => (pattern.test(name) && detail.request ? [detail.request] : []))
    const check = (list: unknown[], schema: Schema) => [...new Set(list.flatMap((body) => misfits(body, schema, {})))]
    const products = bodies(/^(POST|PUT) .*\/products(\/\d+)?$/)
    const batches = bodies(/^POST .*\/variations\/batch$/) as Record<string, unknown[]>[] // as we send them
    const variations = batches.flatMap(({ create = [], update = [] }) => [...create, ...update])
    expect(Math.min(products.length, variations.length)).toBeGreaterThan(10)
    expect(check(products, fieldsOf('products'))).toEqual([])
    expect(check(variations, fieldsOf('variations'))).toEqual([])
    expect(check(bodies(/^POST .*\/webhooks$/), fieldsOf('webhooks'))).toEqual([])
  },
  START_MS,
)
