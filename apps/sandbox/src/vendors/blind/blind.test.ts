import { expect, test } from 'vitest'
import { useSandbox } from '../../test-sandbox.ts'
import { blind } from './index.ts'

const sandbox = useSandbox([blind])
const ORDER = { buyer: 'Ada token-1', sku_id: 'lamp', quantity: 2, price: 500 }
const buy = (body: unknown = ORDER) =>
  fetch(`${sandbox.url}/blind/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer acc' },
    body: JSON.stringify(body),
  })
const books = async () => (await sandbox.get('/control/blind/books')).body

test('the same order twice is bought twice, also when its reply was lost; nobody can ask about it', async () => {
  await sandbox.setFaults('blind', [{ kind: 'drop_reply', percent: 100, times: 1 }])
  await expect(buy()).rejects.toThrow('fetch failed')
  expect(await (await buy()).json()).toMatchObject({ total: 1000 })
  const { orders, payments } = await books()
  expect(orders.map(({ buyer, paid_at }: { buyer: string; paid_at: string }) => [buyer, paid_at !== null])).toEqual([
    ['Ada token-1', true],
    ['Ada token-1', true],
  ])
  expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([1000, 1000])
  expect((await sandbox.get('/blind/v1/orders')).status).toBe(404)
})

test('sold out, no money and nonsense are refused, and nothing is paid', async () => {
  const before = (await books()).payments.length
  await sandbox.send('POST', '/control/vendors/blind/actions/sell_out', { sku_id: 'lamp' })
  expect((await buy()).status).toBe(409)
  await sandbox.send('POST', '/control/vendors/blind/actions/restock')
  await sandbox.send('POST', '/control/vendors/blind/actions/set_balance', { account: 'acc', balance: 1 })
  expect((await buy()).status).toBe(409)
  expect((await buy({ ...ORDER, quantity: 0 })).status).toBe(422)
  expect((await books()).payments).toHaveLength(before)
})
