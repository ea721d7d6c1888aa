/**
 * The suite that every channel passes: `conformance(definition, setup)` in a test file. What a channel does not offer is
 * not asked for.
 */
import { describe } from 'vitest'
import { faultCases } from '../conformance/fault-cases.ts'
import type { ChannelDefinition } from './channel.ts'
import { corpusCases } from './conformance/corpus-cases.ts'
import { fulfilmentCases } from './conformance/fulfilment-cases.ts'
import { listingCases, make } from './conformance/listing-cases.ts'
import { orderCases } from './conformance/order-cases.ts'
import { accountCases, webhookCases, writeFaultCases } from './conformance/outside-cases.ts'
import { type ChannelSubject, open } from './conformance/subject.ts'

export function conformance(definition: ChannelDefinition, setup: () => Promise<ChannelSubject>): void {
  let ready: Promise<ChannelSubject> | undefined
  const subject = () => (ready ??= setup())
  let sample: Promise<string> | undefined
  const probe = async () => {
    const store = await subject()
    sample ??= make(open(definition, store)).then(({ remote }) => remote.remote_id)
    const remote_ids = [await sample]
    const channel = open(definition, store)
    const found = async () => (await channel.listings.read({ remote_ids })).length
    const read = async () => ({ found: await (store.probe ? store.probe(channel) : found()) })
    return { outside: store.outside, read, store: channel.store_row }
  }
  describe(definition.id, () => {
    accountCases(definition, subject)
    listingCases(definition, subject)
    writeFaultCases(definition, subject)
    orderCases(definition, subject)
    fulfilmentCases(definition, subject)
    webhookCases(definition, subject)
    faultCases(definition, probe)
    corpusCases(definition, subject)
  })
}
