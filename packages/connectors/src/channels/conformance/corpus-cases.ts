/** The channel's corpus, played by the sandbox and read by the connector. */
import { expect, test } from 'vitest'
import { corpusOf } from '../../conformance/corpus.ts'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import type { ChannelDefinition } from '../channel.ts'
import { make } from './listing-cases.ts'
import { type ChannelSubject, fresh, open, perform, simple } from './subject.ts'

export function corpusCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  for (const { name, reply, state, reads_as } of corpusOf(definition.id))
    test(
      `as it was really seen: ${name}`,
      async () => {
        const store = await subject()
        const channel = open(definition, store)
        if (state) {
          const { sales } = store
          if (!sales?.bring) return expect.fail('the sandbox brings no order into a state')
          const { remote } = await make(channel)
          const order = await sales.sell(remote.remote_id, 1)
          await sales.bring(order, state.action, state.input)
          return expect((await channel.orders?.read({ remote_ids: [order] }))?.[0] ?? null).toMatchObject(reads_as)
        }
        const { key, sku } = fresh()
        const listing = await channel.newListing(key, simple(sku))
        await store.outside.setFaults([{ kind: 'scene', scene: name, endpoint: reply?.endpoint, times: 1 }])
        try {
          expect(await perform(channel.listings.create, listing)).toMatchObject(reads_as)
          expect((await store.books()).created.filter((one) => one.key === key)).toEqual([])
        } finally {
          await store.outside.setFaults([])
        }
      },
      CASE_MS,
    )
}
