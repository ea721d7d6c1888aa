import { orderSettingsCalls as calls } from '@omni/contracts/order-settings.calls.ts'
import { DEFAULT_ORDER_SETTINGS, OTHER_COUNTRIES } from '@omni/domain/order-settings/order-settings.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { readOrderSettings } from './read-order-settings.ts'
import { readFulfilmentOption } from './house-option.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 3, variants: 1 })
const { ask } = server

const read = async (who: Person, source: 'cj' | 'aliexpress' = 'cj') =>
  (await ask(calls.getOrderSettings, { source }, who)).body.data
const connect = (workplace_id: string, account_id: string) =>
  server.behind.query(
    `insert into source_accounts (workplace_id, source, account_id, account_name, credentials)
     values ($1, 'cj', $2, 'Mine', '')`,
    [workplace_id, account_id],
  )

test('each supplier has settings of its own over the defaults, and another workplace keeps the defaults', async () => {
  const [maya, noor] = [await server.person(), await server.person()]
  expect(await read(maya)).toEqual({ ...DEFAULT_ORDER_SETTINGS, version: 0 })
  const methods = [{ country_code: OTHER_COUNTRIES, method: 'CJPacket' }]
  const change = { methods, note: 'No invoice, please.', price_limit_percent: 5, pay_mode: 'later' as const }
  const stored = { ...DEFAULT_ORDER_SETTINGS, ...change, version: 1 }
  expect((await ask(calls.updateOrderSettings, { source: 'cj', version: 0, ...change }, maya)).body.data).toEqual(
    stored,
  )
  expect(await read(maya)).toEqual(stored)
  expect(
    (await ask(calls.updateOrderSettings, { source: 'cj', version: 1, ioss: 'IM1234567890' }, maya)).body.data,
  ).toEqual({ ...stored, ioss: 'IM1234567890', version: 2 })
  expect(await read(maya, 'aliexpress')).toEqual({ ...DEFAULT_ORDER_SETTINGS, version: 0 })
  expect(await read(noor)).toEqual({ ...DEFAULT_ORDER_SETTINGS, version: 0 })
})

test('whoever did not see the last change overwrites nothing', async () => {
  const maya = await server.person()
  await ask(calls.updateOrderSettings, { source: 'cj', version: 0, note: 'first' }, maya)
  const late = await ask(calls.updateOrderSettings, { source: 'cj', version: 0, note: 'second' }, maya)
  expect([late.body.success, late.body.message]).toEqual([
    false,
    'These settings were changed in the meantime. Look at them and save again.',
  ])
  expect((await read(maya))?.note).toBe('first')
})

test('what no supplier would take is refused at its field', async () => {
  const maya = await server.person()
  const refused = async (change: object) =>
    Object.keys(
      (await ask(calls.updateOrderSettings, { source: 'aliexpress', version: 0, ...change }, maya)).body.errors ?? {},
    )
  expect(await refused({ phone: { use: 'always', number: '12' } })).toEqual(['phone'])
  expect(await refused({ ioss: 'DE1' })).toEqual(['ioss'])
  expect(await refused({ pay_mode: 'later' })).toEqual(['pay_mode'])
  expect(await refused({ account_id: 'nobody' })).toEqual(['account_id'])
  expect(await read(maya, 'aliexpress')).toEqual({ ...DEFAULT_ORDER_SETTINGS, version: 0 })
})

test('an account that was disconnected pays nothing any more', async () => {
  const maya = await server.person()
  await connect(maya.workplace_id, 'cj-1')
  await ask(calls.updateOrderSettings, { source: 'cj', version: 0, account_id: 'cj-1' }, maya)
  const now = () =>
    server.runtime
      .db({ workplace_id: maya.workplace_id, user_id: maya.user_id })
      .read((tx) => readOrderSettings(tx, maya.workplace_id, 'cj'))
  expect((await now()).account_id).toBe('cj-1')
  await server.behind.query(`delete from source_accounts where workplace_id = $1`, [maya.workplace_id])
  expect((await now()).account_id).toBeNull()
})

test('methods and warehouses are those that a supplier told about its products', async () => {
  const maya = await server.person()
  const [product] = (
    await server.behind.query<{ id: number; source: 'cj' }>(
      `select id, source from catalog_products order by id limit 1`,
    )
  ).rows
  if (!product) return expect.fail('no product')
  const way = { service_name: 'Slow boat', amount: 310, min_days: 9, max_days: 20, ship_from: 'CN', tracked: true }
  await server.behind.query(
    `insert into catalog_quotes (product_id, country_code, ship_from, sku_id, quantity, ways, quoted_at)
     values ($1, 'NZ', 'CN', '', 1, $2, now())`,
    [product.id, JSON.stringify([way])],
  )
  await server.behind.query(`update catalog_products set ship_froms = '{CN,PL}' where id = $1`, [product.id])
  const { source } = product
  const there = await ask(calls.getShippingCarriers, { source, country_code: 'NZ' }, maya)
  const slow = { method: 'Slow boat', min_days: 9, max_days: 20, amount_from: 310, tracked: true }
  expect(there.body.data?.items).toEqual([slow])
  expect((await ask(calls.getShippingCarriers, { source }, maya)).body.data?.items).toContainEqual(slow)
  expect((await ask(calls.getShippingCarriers, { source, country_code: 'AQ' }, maya)).body.data?.items).toEqual([])
  const from = (await ask(calls.getShippingWarehouses, { source }, maya)).body.data?.items
  expect(from?.map(({ country_code }) => country_code)).toContain('PL')
  const countries = (await ask(calls.getShippingCountries, {}, maya)).body.data?.items ?? []
  expect(countries[0]).toEqual({ country_code: 'US', is_main: true })
  expect(countries.length).toBe(249)
})

test('the offer of the house supplier is seen, opened and answered, and it is known by whom', async () => {
  const maya = await server.person()
  const option = () =>
    server.runtime
      .db({ workplace_id: maya.workplace_id, user_id: maya.user_id })
      .read((tx) => readFulfilmentOption(tx, maya.workplace_id))
  const state = async () => (await ask(calls.getZopiFulfilment, {}, maya)).body.data
  expect(await state()).toEqual({ fulfillment: 'origin', viewed: null, interacted: null, confirmed: null })
  await ask(calls.viewZopiFulfilment, {}, maya)
  const seen = await state()
  expect(seen).toMatchObject({ fulfillment: 'origin', viewed: { by: expect.any(String) }, interacted: null })
  await ask(calls.interactZopiFulfilment, {}, maya)
  const opened = await state()
  expect(opened).toMatchObject({ interacted: { by: seen?.viewed?.by }, confirmed: null })
  await ask(calls.confirmZopiFulfilment, {}, maya)
  expect(await option()).toBe('zopi')
  await ask(calls.viewZopiFulfilment, {}, maya)
  expect(await state()).toMatchObject({ viewed: seen?.viewed, interacted: opened?.interacted, fulfillment: 'zopi' })
  await ask(calls.confirmZopiFulfilment, { fulfillment: 'origin' }, maya)
  expect(await option()).toBe('origin')
})
