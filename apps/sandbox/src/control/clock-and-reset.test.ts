import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { counterVendor, useSandbox } from '../test-sandbox.ts'

const sandbox = useSandbox([counterVendor])
const DAY_MS = 86_400_000
/** Between these two, whatever the request took. */
const aheadBetween = async () => {
  const from = Date.now()
  const now = Date.parse((await sandbox.get('/control/clock')).body.now)
  return { least: now - Date.now(), most: now - from }
}
const ahead = async () => (await aheadBetween()).most
/** Two processes read the same clock, rounded to a millisecond. */
const ROUNDED_MS = 2
async function expectAhead(ms: number) {
  const { least, most } = await aheadBetween()
  expect(least).toBeLessThanOrEqual(ms + ROUNDED_MS)
  expect(most).toBeGreaterThanOrEqual(ms - ROUNDED_MS)
}

test('the clock is real time until someone moves it', async () => {
  await expectAhead(0)
})

test('the clock jumps, runs faster, and remembers both over a restart', async () => {
  await sandbox.send('POST', '/control/clock', { advance_ms: DAY_MS })
  await expectAhead(DAY_MS)
  await sandbox.send('POST', '/control/clock', { speed: 3600 })
  await sleep(300)
  expect((await ahead()) - DAY_MS).toBeGreaterThan(3600 * 250)
  await sandbox.restart()
  const { body } = await sandbox.get('/control/clock')
  expect(body.speed).toBe(3600)
  expect((await ahead()) - DAY_MS).toBeGreaterThan(3600 * 250)
  await sandbox.send('POST', '/control/clock', { speed: 1 })
})

test('the clock never goes back and ends in 2100', async () => {
  const jumps = [-1, 0, 0.5, 4e12].map((advance_ms) => ({ advance_ms }))
  for (const body of [...jumps, { speed: 0 }, { speed: -5 }, {}, { advance_ms: 1, speed: 2 }]) {
    expect((await sandbox.send('POST', '/control/clock', body)).status).toBe(400)
  }
})

test('a reset empties the vendors, switches faults off, sets the clock back and opens a new chapter', async () => {
  await sandbox.send('POST', '/counter/count')
  await sandbox.setFaults('counter', [{ kind: 'rate_limit', retry_after_s: 1, endpoint: 'look' }])
  await sandbox.send('POST', '/control/clock', { advance_ms: DAY_MS })
  const before = await sandbox.events('chapter=all')

  const { body } = await sandbox.send('POST', '/control/reset')
  expect((await sandbox.get('/counter/look')).body).toEqual({ n: 0 })
  await expectAhead(0)
  expect((await sandbox.get('/control/vendors')).body.vendors[0]).toMatchObject({ faults: [], calls: 1 })

  const chapter = await sandbox.events()
  expect(chapter.map((event) => event.kind)).toEqual(['control', 'call'])
  expect(chapter.every((event) => event.chapter === body.chapter)).toBe(true)
  expect((await sandbox.events('chapter=all')).slice(0, before.length)).toEqual(before)
})
