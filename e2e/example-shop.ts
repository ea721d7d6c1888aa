/** A small shop that guests are given a copy of: imported products, a sale, and its parcel. */
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { showToGuests } from '../scripts/seed-shop.ts'
import { call, DEMO } from './browser.ts'

export const NUMBER = 'YT2431884999'

const BUYER = {
  name: 'Ingrid Solberg',
  address1: '410 Terry Ave N',
  city: 'Seattle',
  province: 'Washington',
  province_code: 'WA',
  zip: '98109',
  country_code: 'US',
  phone: '+12065550170',
}

/** Answers the number of the sale. */
export async function openExample(): Promise<string> {
  const { token } = (await call('POST', '/auth/login', '', DEMO)) as { token: string } // the contract's shape
  // Of a supplier that needs no account: its orders are ready at once.
  const found = (await call('GET', `/center/products/find?page_size=3&source=${HOUSE_SOURCE_ID}`, token)) as {
    items: { source: string; source_product_id: string }[]
  } // the same
  const import_data = found.items.map(({ source, source_product_id }) => ({ source, product_id: source_product_id }))
  await call('POST', '/center/products/import-all', token, { import_data })
  const { items } = (await call('GET', '/center/products/elastic-products?page_size=1', token)) as {
    items: { product_id: string }[]
  } // the same
  const { variants } = (await call('GET', `/center/products/${items[0]?.product_id}/mapping`, token)) as {
    variants: { variant_id: string; price: number }[]
  } // the same
  const [variant] = variants
  const lines = [{ variant_id: variant?.variant_id, quantity: 1, unit_price: variant?.price }]
  const sale = { customer: { name: BUYER.name }, address: BUYER, lines, currency: 'USD', note: '' }
  await call('POST', '/orders/v5/create', token, sale)
  const list = '/orders/v5/list?order_status=placement&sub_status=all&page_size=1'
  const [order] = (
    (await call('GET', list, token)) as { items: { order_id: string; number: string; lines: { line_id: string }[] }[] }
  ).items // the same
  await call('PUT', '/orders/v4/manually-fulfill', token, {
    order_id: order?.order_id,
    line_ids: order?.lines.map(({ line_id }) => line_id),
    source: 'alibaba',
    order_no: `A-${Date.now()}`,
    total: 900,
    tracking_number: NUMBER,
    carrier: 'YunExpress',
  })
  // One that is not bought yet: the first list of orders shows it. The bought one may stand there a moment longer.
  await call('POST', '/orders/v5/create', token, sale)
  const ready = '/orders/v5/list?order_status=placement&sub_status=ready&page_size=10'
  let waiting: string | undefined
  const isReady = async () => {
    const { items: orders } = (await call('GET', ready, token)) as { items: { number: string }[] } // the same
    waiting = orders.find(({ number }) => number !== order?.number)?.number
    return waiting !== undefined
  }
  await expect.poll(isReady).toBe(true)
  const operator = new pg.Client({ connectionString: (await startPostgres(inject('dataDir'))).url('omni') })
  await operator.connect()
  try {
    await showToGuests(operator)
    await expect
      .poll(async () => (await operator.query('select from example_shop')).rowCount, { interval: 500 })
      .toBe(1)
  } finally {
    await operator.end()
  }
  return waiting ?? ''
}
