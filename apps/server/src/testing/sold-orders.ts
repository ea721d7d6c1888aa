/** Sales as stores tell them, and purchases as suppliers answer, without either: for tests of what follows from them. */
import type { RemoteOrder } from '@omni/domain/orders/document.ts'
import { randomUUID } from 'node:crypto'
import { handleOrders } from '../features/orders/handle-order.ts'
import type { Person, TestServer } from './test-server.ts'

export interface SoldStore {
  workplace_id: string
  store_id: string
  platform: string
}

export async function addStore(server: TestServer, { workplace_id }: Person, platform: string): Promise<SoldStore> {
  const { rows } = await server.behind.query<{ store_id: string }>(
    `insert into stores (workplace_id, platform, platform_domain, store_name, domain, currency, status)
     values ($1, $2, $3, $2 || ' store', 'shop.test', 'USD', 'active') returning store_id`,
    [workplace_id, platform, `${randomUUID()}.test`],
  )
  return { workplace_id, store_id: rows[0]?.store_id ?? '', platform }
}

export const remoteOrder = (remote_id: string, order: Partial<RemoteOrder>): RemoteOrder => ({
  remote_id,
  number: `#${remote_id}`,
  version: '2020-01-01T00:00:00.000Z',
  created_at: new Date().toISOString(),
  currency: 'USD',
  financial: 'paid',
  fulfilment: 'unfulfilled',
  cancelled_at: null,
  cancel_reason: '',
  customer: { remote_id: null, name: 'Ada', email: '', phone: '' },
  address: null,
  lines: [],
  subtotal: 0,
  discounts: 0,
  shipping: 0,
  taxes: 0,
  total: 0,
  refunds: [],
  tags: [],
  note: '',
  ...order,
})

export const remoteLine = (remote_line_id: string, unit_price: number, quantity = 1): RemoteOrder['lines'][number] => ({
  remote_line_id,
  remote_product_id: null,
  remote_variant_id: null,
  title: `Thing ${remote_line_id}`,
  variant_title: '',
  sku: '',
  image: null,
  quantity,
  current_quantity: quantity,
  unfulfilled_quantity: quantity,
  unit_price,
  discount: 0,
  tax: 0,
})

export async function handle(server: TestServer, store: SoldStore, remote: RemoteOrder): Promise<string> {
  await server.runtime.db({ workplace_id: store.workplace_id }).tx((tx) => handleOrders(tx, store, [remote]))
  const { rows } = await server.behind.query<{ order_id: string }>(
    'select order_id from orders where store_id = $1 and remote_id = $2',
    [store.store_id, remote.remote_id],
  )
  return rows[0]?.order_id ?? ''
}

/** A supplier order on its way, for all lines of an order. */
export async function startBuying(
  server: TestServer,
  { workplace_id }: Pick<Person, 'workplace_id'>,
  order_id: string,
  { vendor = 'cj', approved = 0, currency = 'USD' }: { vendor?: string; approved?: number; currency?: string } = {},
): Promise<string> {
  const { rows } = await server.behind.query<{ supplier_order_id: string }>(
    `with tried as (
       insert into attempts (workplace_id, subject_kind, subject_id, n, vendor, account_key, reference, input, input_hash,
         profile, due_at)
       values ($1, 'test', new_id()::text, 1, $3, 'a', new_id()::text, '{}', '', '{}', '9999-12-31')
       returning attempt_id),
     bought as (
       insert into supplier_orders (workplace_id, order_id, vendor, account_key, basket, approved, profile, state, n,
         attempt_no, attempt_id, currency, due_at)
       select $1, $2, $3, 'a', '{"lines": []}', $4, '{}', 'queued', 1, 1, attempt_id, $5, now() + interval '1 day'
       from tried returning supplier_order_id),
     lines as (
       insert into supplier_order_lines (workplace_id, supplier_order_id, line_id, quantity)
       select $1, supplier_order_id, l.line_id, l.quantity from bought, order_lines l where l.order_id = $2)
     select supplier_order_id from bought`,
    [workplace_id, order_id, vendor, approved, currency],
  )
  return rows[0]?.supplier_order_id ?? ''
}

export const setBought = (server: TestServer, supplier_order_id: string, total: number) =>
  server.behind.query(
    `update supplier_orders set state = 'placed', total = $2, order_no = supplier_order_id::text, due_at = null,
       settled_at = coalesce(settled_at, now()) where supplier_order_id = $1`,
    [supplier_order_id, total],
  )

export const setFailed = (server: TestServer, supplier_order_id: string) =>
  server.behind.query(
    `update supplier_orders set state = 'failed', due_at = null, settled_at = now() where supplier_order_id = $1`,
    [supplier_order_id],
  )

export const setSupplierStatus = (server: TestServer, supplier_order_id: string, status: string) =>
  server.behind.query('update supplier_orders set supplier_status = $2 where supplier_order_id = $1', [
    supplier_order_id,
    status,
  ])
