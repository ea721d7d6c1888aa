/** What a store is told of parcels, judged by its own books. */
import { syncStep } from '@omni/domain/fulfilments/sync-store.ts'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import { type ChannelDefinition, NOTHING_LEFT } from '../channel.ts'
import { make } from './listing-cases.ts'
import { type ChannelSubject, must, open, perform } from './subject.ts'

export function fulfilmentCases(definition: ChannelDefinition, subject: () => Promise<ChannelSubject>): void {
  if (!definition.fulfilments) return

  async function sold(quantity: number) {
    const store = await subject()
    const channel = open(definition, store)
    const { orders, fulfilments } = channel
    const { sales } = store
    if (!orders || !fulfilments || !sales) throw new Error('it offers orders and parcels')
    const { remote } = await make(channel)
    const remote_order_id = await sales.sell(remote.remote_id, quantity)
    const [order] = await orders.read({ remote_ids: [remote_order_id] })
    const remote_line_id = order?.lines[0]?.remote_line_id ?? ''
    const parcel = (number: string) => ({
      reference: randomBytes(16).toString('hex'),
      carrier: 'DHL',
      numbers: [number],
      urls: [`https://track.example/${number}`],
    })
    const read = () => fulfilments.read({ remote_order_id })
    const standing = async () => (await orders.read({ remote_ids: [remote_order_id] }))[0]
    return { store, sales, fulfilments, remote_order_id, remote_line_id, parcel, read, standing }
  }

  test(
    'what was sent shows with its number, a part of the pieces first; another number is an update, not a second parcel',
    async () => {
      const { fulfilments, remote_order_id, remote_line_id, parcel, read, standing, sales } = await sold(3)
      const first = parcel('LX100')
      const of = (quantity: number) => [{ remote_line_id, quantity }]
      const { remote_id } = await must(fulfilments.create, {
        remote_order_id,
        lines: of(2),
        parcel: first,
        completes: false,
      })
      expect(await read()).toMatchObject([{ remote_id, numbers: ['LX100'] }])
      expect((await standing())?.fulfilment).not.toBe('fulfilled')
      const changed = { ...first, numbers: ['LX101'] }
      await must(fulfilments.update, { remote_id, remote_order_id, lines: of(2), parcel: changed, completes: false })
      expect(await read()).toMatchObject([{ remote_id, numbers: ['LX101'] }])
      await must(fulfilments.create, { remote_order_id, lines: of(1), parcel: parcel('LX200'), completes: true })
      expect((await read()).map(({ numbers }) => numbers)).toEqual([['LX101'], ['LX200']])
      expect((await standing())?.fulfilment).toBe('fulfilled')
      expect((await sales.parcels(remote_order_id)).map(({ number }) => number)).toEqual(['LX101', 'LX200'])
    },
    CASE_MS,
  )

  test(
    'a sale that was cancelled meanwhile: the store is told nothing',
    async () => {
      const { fulfilments, remote_order_id, remote_line_id, parcel, sales } = await sold(1)
      await sales.cancel(remote_order_id)
      const lines = [{ remote_line_id, quantity: 1 }]
      const input = { remote_order_id, lines, parcel: parcel('LZ400'), completes: true }
      expect(await perform(fulfilments.create, input)).toMatchObject({ outcome: 'refused', code: NOTHING_LEFT })
      expect(await sales.parcels(remote_order_id)).toEqual([])
    },
    CASE_MS,
  )

  test(
    'a reply that was lost: the parcel is found, and what is sent again makes no second one',
    async () => {
      const { store, fulfilments, remote_order_id, remote_line_id, parcel, read, sales } = await sold(1)
      const own = parcel('LY300')
      const lines = [{ remote_line_id, quantity: 1 }]
      const input = { remote_order_id, lines, parcel: own, completes: true }
      await store.outside.setFaults([{ kind: 'drop_reply', endpoint: sales.endpoint, times: 1 }])
      expect((await perform(fulfilments.create, input)).outcome).toBe('unknown')
      await store.outside.setFaults([])
      const step = syncStep({ parcel: own, lines, remote_id: null }, await read())
      // A store that takes several requests for it may have been cut off in between.
      if (step.do === 'update') await must(fulfilments.update, { ...input, remote_id: step.remote_id })
      else expect(step.do).toBe('nothing')
      expect(syncStep({ parcel: own, lines, remote_id: null }, await read()).do).toBe('nothing')
      const again = await perform(fulfilments.create, input)
      if (again.outcome !== 'done') expect(again).toMatchObject({ outcome: 'refused', code: NOTHING_LEFT })
      expect(await sales.parcels(remote_order_id)).toEqual([{ number: 'LY300', told: 1 }])
    },
    CASE_MS,
  )
}
