import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanNumber, isFollowable, type KnownNumber, planNumbers } from './numbers.ts'

const known = (number: string, more: Partial<KnownNumber> = {}): KnownNumber => ({
  parcel_id: `id ${number}`,
  number,
  local_number: null,
  by_hand: false,
  is_replaced: false,
  ...more,
})
const told = (...numbers: string[]) => numbers.map((number) => ({ number, carrier: 'YunExpress', url: null }))
const added = (plan: ReturnType<typeof planNumbers>) => plan.add.map(({ number, replaces }) => [number, replaces])

test('split in two, replaced, and the same parcel under its last carrier are told apart', () => {
  expect(added(planNumbers([], told('YT00001', 'YT00002')))).toEqual([
    ['YT00001', null],
    ['YT00002', null],
  ])
  expect(added(planNumbers([known('YT00001')], told('YT00001', 'YT00002')))).toEqual([['YT00002', null]])
  expect(added(planNumbers([known('YT00001')], told('YT00002')))).toEqual([['YT00002', 'id YT00001']])
  expect(added(planNumbers([known('YT00001', { local_number: '94001' })], told('YT00001', '94001')))).toEqual([])
  // A number that a person added is not taken away by a supplier that does not know it.
  expect(added(planNumbers([known('HAND01', { by_hand: true })], told('YT00002')))).toEqual([['YT00002', null]])
  expect(planNumbers([known('YT00001', { is_replaced: true }), known('YT00002')], told('YT00001'))).toEqual({
    add: [],
    restore: ['id YT00001'],
  })
})

test('a number is told once, as it was told first; what is not there is no number', () => {
  const yun = { number: 'YT 00001', carrier: 'YunExpress', url: null }
  const again = { number: 'yt-00001', carrier: 'DHL', url: 'https://dhl.test' }
  expect(planNumbers([], [yun, again, { ...yun, number: ' - ' }]).add).toEqual([
    { number: 'YT00001', carrier: 'YunExpress', url: null, replaces: null },
  ])
})

test('only a number that another had replaced is shown again, and only once it is told again', () => {
  const restored = (one: KnownNumber, ...numbers: string[]) => planNumbers([one], told(...numbers)).restore
  expect(restored(known('YT00001'), 'YT00001')).toEqual([])
  expect(restored(known('YT00001', { is_replaced: true }), 'YT00002')).toEqual([])
  expect(restored(known('YT00001', { is_replaced: true }), 'YT00001')).toEqual(['id YT00001'])
})

test('an answer that was carried out changes nothing when it comes again', () => {
  const number = fc.constantFrom('AA11111', 'BB22222', 'CC33333', 'aa 111-11', '')
  fc.assert(
    fc.property(fc.array(number), fc.array(number), (before, now) => {
      const first = planNumbers([], told(...before)).add.map((one) => known(one.number))
      const plan = planNumbers(first, told(...now))
      const replaced = new Set(plan.add.map(({ replaces }) => replaces))
      const after = [
        ...first.map((one) => ({ ...one, is_replaced: replaced.has(one.parcel_id) })),
        ...plan.add.map((one) => known(one.number)),
      ]
      expect(planNumbers(after, told(...now))).toMatchObject({ add: [] })
    }),
  )
})

test('numbers as carriers print them', () => {
  expect(cleanNumber('yt 2431-8840')).toBe('YT24318840')
  expect(['A'.repeat(5), 'A'.repeat(50), 'A'.repeat(51), 'YT2431!', '!YT2431'].map(isFollowable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([isFollowable('YT24318840'), isFollowable('1234'), isFollowable('ÄÖ12345')]).toEqual([true, false, false])
})
