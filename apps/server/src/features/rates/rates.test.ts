import { ratesCalls } from '@omni/contracts/rates.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const DAY_MS = 86_400_000
const server = await testServer()

test('rates come from the provider once per table age; older ones never replace newer', async () => {
  const at = (hour: number) =>
    new Date(Math.floor(server.clock.now.getTime() / DAY_MS) * DAY_MS - DAY_MS + hour * 3_600_000)
  let as_of = at(9)
  server.runtime.services.rates = {
    latest: async () => ({ as_of, rates: { EUR: as_of.getUTCHours() / 10, JPY: 150, NOPE: 3 } }),
  }
  const run = async () => {
    await server.behind.query(`select enqueue_job('rates.update')`)
    await server.runJobs(2)
    return (await server.ask(ratesCalls.getCurrencyRates, {})).body.data
  }
  expect(await run()).toEqual({ base: 'USD', rates: { EUR: 0.9, JPY: 150, USD: 1 }, as_of: at(9).toISOString() })
  as_of = at(8)
  expect((await run())?.rates['EUR']).toBe(0.9)
})
