import type { OrderAddress, RemoteOrder } from '@omni/domain/orders/document.ts'
import { compactNumber } from '@omni/domain/orders/search.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** What a person may search an order by. */
export const searchTextOf = ({ number, customer, lines }: Pick<RemoteOrder, 'number' | 'customer' | 'lines'>): string =>
  [
    number,
    // As people type it who leave out what stands between.
    compactNumber(number),
    customer.name,
    customer.email,
    compactNumber(customer.phone),
    ...lines.flatMap(({ title, sku }) => [title, sku]),
  ]
    .join(' ')
    .toLowerCase()

/** An order that is there already, as it is from now on. `address`: where it goes. */
export async function writeOrder(
  tx: Tx,
  workplace_id: string,
  order_id: string,
  remote: RemoteOrder,
  address: OrderAddress | null,
): Promise<void> {
  await sql`
    update orders o set document = ${JSON.stringify(remote)}::jsonb, version = ${remote.version}, number = ${remote.number},
      address = ${address && JSON.stringify(address)}::jsonb, country_code = ${address?.country_code ?? ''},
      customer_name = ${remote.customer.name}, currency = ${remote.currency}, total = ${remote.total},
      financial = ${remote.financial}, fulfilment = ${remote.fulfilment}, search_text = ${searchTextOf(remote)},
      cancelled_at = coalesce(${remote.cancelled_at}::timestamptz, (select max(c.cancelled_at) from order_copies c
        where c.workplace_id = o.workplace_id and c.order_id = coalesce(o.split_of, o.order_id))), updated_at = now()
    where o.workplace_id = ${workplace_id} and o.order_id = ${order_id}`.execute(tx)
  await writeLines(tx, workplace_id, order_id, remote)
}

/** A line that is no longer there is kept, and nothing of it is wanted. */
async function writeLines(tx: Tx, workplace_id: string, order_id: string, remote: RemoteOrder): Promise<void> {
  await insertLines(tx, workplace_id, [{ order_id, remote }])
  await sql`
    update order_lines set wanted = 0 where workplace_id = ${workplace_id} and order_id = ${order_id} and wanted > 0
      and remote_line_id <> all(${remote.lines.map(({ remote_line_id }) => remote_line_id)}::text[])`.execute(tx)
}

/** The lines of orders, as they are from now on. */
export async function insertLines(
  tx: Tx,
  workplace_id: string,
  orders: readonly { order_id: string; remote: Pick<RemoteOrder, 'lines'> }[],
): Promise<void> {
  const rows = orders.flatMap(({ order_id, remote }) =>
    remote.lines.map((line, position) => ({
      ...line,
      order_id,
      position,
      wanted: Math.max(0, Math.min(line.current_quantity, line.unfulfilled_quantity)),
    })),
  )
  await sql`
    insert into order_lines as o (workplace_id, order_id, remote_line_id, position, remote_product_id, remote_variant_id,
      title, variant_title, sku, image, quantity, wanted, unit_price, discount, tax)
    select ${workplace_id}, l.order_id, l.remote_line_id, l.position, l.remote_product_id, l.remote_variant_id,
      l.title, l.variant_title, l.sku, l.image, l.quantity, l.wanted, l.unit_price, l.discount, l.tax
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (order_id uuid, remote_line_id text, position int,
      remote_product_id text, remote_variant_id text, title text, variant_title text, sku text, image text, quantity int,
      wanted int, unit_price bigint, discount bigint, tax bigint)
    on conflict (workplace_id, order_id, remote_line_id) do update set
      position = excluded.position, remote_product_id = excluded.remote_product_id,
      remote_variant_id = excluded.remote_variant_id, title = excluded.title, variant_title = excluded.variant_title,
      sku = excluded.sku, image = excluded.image, quantity = excluded.quantity, wanted = excluded.wanted,
      unit_price = excluded.unit_price, discount = excluded.discount, tax = excluded.tax`.execute(tx)
}
