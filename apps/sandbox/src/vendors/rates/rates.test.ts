import { expect, test } from 'vitest'
import { useSandbox } from '../../test-sandbox.ts'
import { ratesOn } from './daily-rates.ts'
import { rates } from './index.ts'

const sandbox = useSandbox([rates])
const latest = (query: string) => sandbox.get(`/rates/api/latest.json?${query}`)

test('latest rates in the shape of Open Exchange Rates', async () => {
  const { status, body } = await latest('app_id=sandbox-rates-key&base=USD')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['disclaimer', 'license', 'timestamp', 'base', 'rates'])
  expect(Object.keys(body.rates).length).toBeGreaterThanOrEqual(160)
  expect(body.rates).toMatchObject({ USD: 1, AED: 3.6725 })
  expect(Object.values(body.rates).every((rate) => typeof rate === 'number' && rate > 0)).toBe(true)
  const { body: names } = await sandbox.get('/rates/api/currencies.json')
  expect(Object.keys(names).toSorted()).toEqual(Object.keys(body.rates).toSorted())
})

test('another base is the same market seen from there', async () => {
  const usd = (await latest('app_id=sandbox-rates-key')).body.rates
  const { body } = await latest('app_id=sandbox-rates-key&base=EUR&symbols=USD,GBP')
  expect(Object.keys(body.rates)).toEqual(['GBP', 'USD'])
  expect(body.rates.USD).toBeCloseTo(1 / usd.EUR, 5)
})

test('no key, a wrong key and a wrong base are refused as there', async () => {
  expect(await latest('')).toMatchObject({ status: 401, body: { error: true, message: 'missing_app_id' } })
  const invalid = { error: true, status: 401, message: 'invalid_app_id' }
  expect(await latest('app_id=wrong')).toMatchObject({ status: 401, body: invalid })
  const noBase = await latest('app_id=sandbox-rates-key&base=XXX')
  expect(noBase).toMatchObject({ status: 400, body: { message: 'invalid_base' } })
  expect((await sandbox.get('/rates/api/historical/2999-01-01.json?app_id=sandbox-rates-key')).status).toBe(400)
})

test('a day has its rates for ever, the next day others close by', () => {
  const [one, again, next] = ['2026-03-01', '2026-03-01', '2026-03-02'].map((day) => ratesOn(new Date(day)))
  expect(one).toEqual(again)
  const [today, tomorrow] = [one?.get('EUR') ?? 0, next?.get('EUR') ?? 0]
  expect(today).not.toBe(tomorrow)
  expect(Math.abs(today / tomorrow - 1)).toBeLessThan(0.01)
})

test('a rate can be made to jump', async () => {
  const before = (await latest('app_id=sandbox-rates-key')).body.rates.EUR
  await sandbox.send('POST', '/control/vendors/rates/actions/rate_jump', { currency: 'EUR', percent: 50 })
  expect((await latest('app_id=sandbox-rates-key')).body.rates.EUR).toBeCloseTo(before * 1.5, 4)
  const wrong = await sandbox.send('POST', '/control/vendors/rates/actions/rate_jump', { currency: 'NOPE', percent: 5 })
  expect(wrong.status).toBe(400)
})
