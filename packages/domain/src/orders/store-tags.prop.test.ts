import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATE_TAGS, stateTag, tagChange } from './store-tags.ts'

const ours = Object.values(STATE_TAGS)
const tag = fc.oneof(fc.constantFrom(...ours, 'Omni-Ordered'), fc.string())

test('afterwards one tag of ours is there, the merchant\u2019s are untouched, and a second look changes nothing', () => {
  fc.assert(
    fc.property(fc.array(tag), fc.constantFrom(null, ...ours), (shown, wanted) => {
      const { add, remove } = tagChange(shown, wanted)
      const after = [...shown.filter((one) => !remove.includes(one)), ...add]
      const isOurs = (one: string) => (ours as string[]).includes(one.toLowerCase())
      expect(new Set(after.filter(isOurs).map((one) => one.toLowerCase()))).toEqual(new Set(wanted ? [wanted] : []))
      expect(after.filter((one) => !isOurs(one))).toEqual(shown.filter((one) => !isOurs(one)))
      expect(tagChange(after, wanted)).toEqual({ add: [], remove: [] })
    }),
  )
})

test('what has to be done first is told', () => {
  const at = (
    status: 'placement' | 'payment' | 'shipment' | 'cancelled',
    sub_status: 'ready' | 'all' | 'order_placed' | 'channel',
  ) => ({ status, sub_status })
  expect(stateTag([at('shipment', 'all'), at('placement', 'ready')])).toBe(STATE_TAGS.ready)
  expect(stateTag([at('shipment', 'all'), at('payment', 'order_placed')])).toBe(STATE_TAGS.ordered)
  expect(stateTag([at('shipment', 'all')])).toBe(STATE_TAGS.shipped)
  expect(stateTag([at('cancelled', 'channel')])).toBe(null)
})
