/** Every channel of the registry against the sandbox as a process of its own. */
import { afterAll, beforeAll } from 'vitest'
import { startPostgres } from '../../../../apps/server/src/platform/embedded-postgres.ts'
import { type SandboxProcess, startSandboxProcess } from '../conformance/sandbox-process.ts'
import { testDatabase } from '../conformance/test-database.ts'
import type { ChannelDefinition } from './channel.ts'
import { conformance } from './conformance.ts'
import type { ChannelSubject } from './conformance/subject.ts'
import { type TestReceiver, startReceiver } from './conformance/test-receiver.ts'
import { wooSiteCases } from './conformance/woo-sites.ts'
import { wooSubject } from './conformance/woo-subject.ts'
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
  sandbox = await startSandboxProcess(database, FEW_PRODUCTS)
  stops.push(() => sandbox.stop())
  receiver = await startReceiver()
  stops.push(() => receiver.stop())
}, START_MS)

/** How a store of each channel is set up, connected and judged. */
const SUBJECTS: Record<keyof typeof channels, () => Promise<ChannelSubject>> = {
  woocommerce: () => wooSubject(sandbox, receiver),
}

for (const [id, one] of Object.entries(channels)) {
  const definition = one as unknown as ChannelDefinition // its own types are no longer needed
  conformance(definition, SUBJECTS[id as keyof typeof channels]) // the keys of the same object
}

wooSiteCases(() => ({ sandbox, receiver }))
