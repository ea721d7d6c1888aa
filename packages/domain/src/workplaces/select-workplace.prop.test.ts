import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectWorkplace } from './select-workplace.ts'

const shopsOf = (n: number) => [{ domain: `Shop${n}.example`, platform_domain: `s${n}.myshopify.test` }]
const workplaces = fc
  .uniqueArray(fc.nat(50), { minLength: 1, maxLength: 6 })
  .map((ns) => ns.map((n) => ({ id: `w${n}`, shops: shopsOf(n) })))

test('stored id, else the first; nothing only when there is nothing', () => {
  fc.assert(
    fc.property(workplaces, fc.nat(50), (list, n) => {
      const expected = list.find((w) => w.id === `w${n}`) ?? list[0]
      expect(selectWorkplace(list, `w${n}`)).toBe(expected)
      expect(selectWorkplace(list, null)).toBe(list[0])
    }),
  )
  expect(selectWorkplace([], 'w1', 'a.example')).toBeUndefined()
})

test('embedded, the matching store wins over the stored id, however its domain is written', () => {
  fc.assert(
    fc.property(workplaces, fc.nat(), fc.nat(50), (list, pick, stored) => {
      const target = list[pick % list.length]
      const n = target?.id.slice(1)
      for (const host of [`s${n}.myshopify.test`, `https://shop${n}.example/`, `SHOP${n}.EXAMPLE:443`]) {
        expect(selectWorkplace(list, `w${stored}`, host)).toBe(target)
      }
      expect(selectWorkplace(list, `w${stored}`, 'other.example')).toBe(selectWorkplace(list, `w${stored}`))
    }),
  )
})

test('stores without a domain match no host', () => {
  const list = [
    { id: 'a', shops: [] },
    { id: 'b', shops: [{ domain: null }, { platform_domain: '' }] },
  ]
  expect(selectWorkplace(list, null, '')?.id).toBe('a')
  expect(selectWorkplace(list, null, 'https://')?.id).toBe('a')
})

test('one of several stores is enough, and blanks around its address do not matter', () => {
  const list = [
    { id: 'a', shops: [] },
    { id: 'b', shops: [{ domain: 'one.example' }, { domain: ' two.example ' }] },
  ]
  expect(selectWorkplace(list, null, ' https://two.example/?x ')?.id).toBe('b')
  expect(selectWorkplace(list, null, 'x.https://two.example')?.id).toBe('a')
})
