/** The supplier's corpus, played by the sandbox and read by the connector. */
import { expect } from 'vitest'
import { corpusOf } from '../../conformance/corpus.ts'
import { kindOf } from '../../conformance/vendor-subject.ts'
import { type Desk, createOne, numberOf } from './order-cases.ts'

export function corpusCases(vendor: string, buying: (title: string, run: (desk: Desk) => Promise<void>) => void): void {
  for (const { name, reply, state, reads_as } of corpusOf(vendor))
    buying(`as it was really seen: ${name}`, async (desk) => {
      const { orders, buying: outside } = desk
      const basket = desk.basket()
      const play = () => desk.setFaults([{ kind: 'scene', scene: name, endpoint: reply?.endpoint, times: 1 }])
      if (reply?.endpoint === outside.endpoints.create) {
        await play()
        expect(await createOne(desk, basket)).toMatchObject(reads_as)
        return expect((await outside.books(basket.reference)).orders).toEqual([])
      }
      const order_no = numberOf(await createOne(desk, basket))
      const [booked] = (await outside.books(basket.reference)).orders
      if (state) await outside.act(state.action, { no: booked?.no, ...state.input })
      else await play()
      const read = orders.get({ order_no })
      if ('kind' in reads_as) expect(await kindOf(read)).toBe(reads_as['kind'])
      else expect(await read).toMatchObject(reads_as)
    })
}
