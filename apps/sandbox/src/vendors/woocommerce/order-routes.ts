import { sql } from 'kysely'
import { z } from 'zod'
import { showNote, showOrder, showRefunds } from './order-view.ts'
import { createRefund } from './order-refund.ts'
import { changeOrder } from './orders.ts'
import { type Answer, type Incoming, pageOf, type Route } from './rest.ts'
import type { OrderRow } from './tables.ts'
import { columnTime, invalidParam, wpError } from './wp.ts'

async function list({ world, site, query }: Incoming): Promise<Answer> {
  const { page, per_page } = pageOf(query)
  const status = query['status'] ?? 'any'
  let orders = world.db.selectFrom('orders').where('site', '=', site.site)
  orders = status === 'any' ? orders.where('status', '!=', 'trash') : orders.where('status', 'in', status.split(','))
  const ids = (query['include'] ?? '').split(',').map(Number).filter(Number.isSafeInteger)
  if (query['include']) orders = orders.where('id', 'in', ids.length > 0 ? ids : [0])
  const after = query['modified_after']
  if (after !== undefined) {
    const text = columnTime(after, site.utc_offset_h)
    if (text === null) throw invalidParam({ modified_after: 'Invalid date.' })
    const hours = query['dates_are_gmt'] === 'true' ? 0 : site.utc_offset_h
    orders = orders.where(sql<Date>`modified_at + make_interval(hours => ${hours})`, '>', new Date(`${text}Z`))
  }
  const { total } = await orders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const order = query['order'] === 'asc' ? 'asc' : 'desc'
  const columns = { date: 'created_at', modified: 'modified_at', id: 'id', include: 'id' }
  const orderby = query['orderby'] ?? 'date'
  if (!(orderby in columns))
    throw invalidParam({ orderby: `orderby is not one of ${Object.keys(columns).join(', ')}.` })
  const column = columns[orderby as keyof typeof columns] as 'created_at' // one of the names above
  const rows = await orders
    .selectAll()
    .orderBy(column, order)
    .orderBy('id', order)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { body: await Promise.all(rows.map((row) => showOrder(world, site, row))), total: Number(total), per_page }
}

async function one({ world, site, ids: [id = 0] }: Incoming): Promise<OrderRow> {
  const row = await world.db
    .selectFrom('orders')
    .selectAll()
    .where('site', '=', site.site)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw wpError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  return row
}

const Change = z.object({
  status: z.enum(['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed']).optional(),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).optional(),
})

/** A key that is there is overwritten, another one is added; what is not named stays. */
async function change(incoming: Incoming): Promise<Answer> {
  const { world, site, body } = incoming
  const row = await one(incoming)
  const input = Change.safeParse(body).data
  if (!input) throw invalidParam({ status: 'status is not one of pending, processing, on-hold, completed.' })
  const meta = [...(row.doc.meta ?? [])]
  for (const { key, value } of input.meta_data ?? []) {
    const known = meta.find((entry) => entry.key === key)
    if (known) known.value = value
    else meta.push({ id: row.id * 100 + meta.length + 1, key, value })
  }
  const changed = await changeOrder(world, site, row, {
    doc: { ...row.doc, meta },
    ...(input.status && { status: input.status }),
  })
  return { body: await showOrder(world, site, changed) }
}

const NewNote = z.object({ note: z.string().min(1), customer_note: z.boolean().default(false) })

async function addNote(incoming: Incoming): Promise<Answer> {
  const { world, site, body } = incoming
  const row = await one(incoming)
  const input = NewNote.safeParse(body).data
  if (!input) throw invalidParam({ note: 'Missing parameter(s): note' })
  const notes = row.doc.notes ?? []
  const made = { ...input, id: row.id * 100 + notes.length + 1, at: world.now().toISOString(), added_by_user: false }
  await changeOrder(world, site, row, { doc: { ...row.doc, notes: [...notes, made] } })
  return { status: 201, body: showNote(made) }
}

export const orderRoutes: Route[] = [
  { method: 'PUT', path: '/wc/v3/orders/#', endpoint: 'orders.update', run: change },
  { method: 'POST', path: '/wc/v3/orders/#/notes', endpoint: 'orders.notes.create', run: addNote },
  {
    method: 'GET',
    path: '/wc/v3/orders/#/notes',
    endpoint: 'orders.notes',
    async run(incoming) {
      const { notes = [] } = (await one(incoming)).doc
      const { type = 'any' } = incoming.query
      const shown = notes.filter(({ customer_note }) => type === 'any' || customer_note === (type === 'customer'))
      return { body: shown.map(showNote) }
    },
  },
  { method: 'GET', path: '/wc/v3/orders', endpoint: 'orders.list', run: list },
  {
    method: 'GET',
    path: '/wc/v3/orders/#',
    endpoint: 'orders.get',
    run: async (incoming) => ({ body: await showOrder(incoming.world, incoming.site, await one(incoming)) }),
  },
  { method: 'POST', path: '/wc/v3/orders/#/refunds', endpoint: 'orders.refunds.create', run: createRefund },
  {
    method: 'GET',
    path: '/wc/v3/orders/#/refunds',
    endpoint: 'orders.refunds',
    run: async (incoming) => ({ body: showRefunds(await one(incoming)) }),
  },
]
