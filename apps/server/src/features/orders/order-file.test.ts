/** Orders from a file. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 2, variants: 2 })
const { ask } = server

const HEAD = 'order,customer,address,city,state,zip,country,phone,sku,quantity,price,colour'
const line = (order: string, sku: string, quantity = '2') =>
  `${order},Ava Lindqvist,500 Congress Ave,Austin,Texas,78701,US,+15125550142,${sku},${quantity},12.50,red`
const file = (...lines: string[]) => [HEAD, ...lines].join('\n')

/** A person with a product whose variants have SKUs of their own. */
async function seller(): Promise<Person> {
  const person = await server.person()
  await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p1' }] }, person)
  await server.behind.query(
    `update product_variants v set sku = 'SKU-' || n from (
       select variant_id, row_number() over (order by variant_id) as n from product_variants where workplace_id = $1) w
     where v.workplace_id = $1 and v.variant_id = w.variant_id`,
    [person.workplace_id],
  )
  return person
}
const ready = async (who: Person) =>
  (await ask(calls.listOrders, { order_status: 'placement', sub_status: 'all' }, who)).body.data?.items ?? []

test('what a file would do is said order by order, and nothing is changed', async () => {
  const maya = await seller()
  const text = file(line('A-1', 'SKU-1'), line('A-1', 'SKU-2', '1'), line('A-2', 'NOBODY'), line('A-3', 'SKU-1', '0'))
  const said = (await ask(calls.previewOrderFile, { text }, maya)).body.data
  expect(said?.orders.map(({ number, will, pieces, problems }) => [number, will, pieces, problems])).toEqual([
    ['A-1', 'create', 3, []],
    ['A-2', 'fail', 2, [{ line: 4, message: 'No single variant of yours has the SKU NOBODY.' }]],
    ['A-3', 'fail', 0, [{ line: 5, message: 'The quantity must be a whole number from 1 to 9,999.' }]],
  ])
  expect(said).toMatchObject({ will_create: 1, will_skip: 0, will_fail: 2, ignored_columns: ['colour'] })
  expect(await ready(maya)).toEqual([])
})

test('the good ones are made once, however often the file is sent; a mended one follows', async () => {
  const maya = await seller()
  const first = file(line('A-1', 'SKU-1'), line('A-1', 'SKU-2', '1'), line('A-2', 'NOBODY'))
  expect((await ask(calls.importOrderFile, { text: first }, maya)).body.data).toEqual({
    will_create: 1,
    will_skip: 0,
    will_fail: 1,
  })
  const mended = file(line('A-1', 'SKU-1'), line('A-2', 'SKU-2'))
  expect((await ask(calls.importOrderFile, { text: mended }, maya)).body.data).toEqual({
    will_create: 1,
    will_skip: 1,
    will_fail: 0,
  })
  const orders = await ready(maya)
  expect(orders.map(({ number, total, lines }) => [number, total, lines.length]).sort()).toEqual([
    ['A-1', 3750, 2],
    ['A-2', 2500, 1],
  ])
  expect(
    orders.every(({ channel, lines }) => channel === 'manual' && lines.every(({ sources }) => sources[0] === 'cj')),
  ).toBe(true)
  const stranger = await server.person()
  expect(await ready(stranger)).toEqual([])
})

test('a file without what is needed is refused with what is missing', async () => {
  const maya = await server.person()
  const reply = await ask(calls.previewOrderFile, { text: 'order,city\n1,Austin' }, maya)
  expect(reply.body.message).toBe(
    'These columns are missing: sku, quantity, price, country. The template shows how the file should look.',
  )
})
