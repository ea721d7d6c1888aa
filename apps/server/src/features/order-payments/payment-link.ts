import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { isOver } from '@omni/domain/wallet/payment.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { type Selectable, sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { PublicCtx } from '../../platform/ctx.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { readWaiting, type WaitingOrder } from '../placement/waiting-orders.ts'
import { type PaymentRow, readPayment, toPayment } from '../wallet/payment-row.ts'

type LinkView = Out<typeof orderPaymentCalls.getPaymentConfirmation>
type LinkRow = Selectable<DB['payment_links']>

interface NewLink {
  workplace_id: string
  made_by: string
  /** The click of a rule that it asks payment for. */
  run_id: string | null
}

/** It names these orders and lives no longer than they do. Its address is known now alone: only its hash is kept. */
export async function makeLink(
  tx: Tx,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { workplace_id, made_by, run_id }: NewLink,
  waiting: readonly WaitingOrder[],
) {
  const code = newToken()
  const amount = sumOf(waiting)
  const ends = waiting.flatMap(({ ends_at }) => (ends_at === null ? [] : Date.parse(ends_at)))
  const expires_at = new Date(Math.max(...ends))
  const { link_id } = await tx
    .insertInto('payment_links')
    .values({ workplace_id, token_hash: tokenHash(code), amount, orders: waiting.length, expires_at, made_by, run_id })
    .returning('link_id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_link_orders')
    .values(waiting.map(({ supplier_order_id }) => ({ workplace_id, link_id, supplier_order_id })))
    .execute()
  const url = `${PUBLIC_URL}/app/orders/payment-confirmation?code=${encodeURIComponent(code)}`
  return { link_id, url, amount, orders: waiting.length, expires_at: expires_at.toISOString() }
}

const sumOf = (waiting: readonly WaitingOrder[]) => waiting.reduce((sum, { due }) => sum + due, 0)

/** The workplace that a link belongs to, opened. A forged or old one ends here, both with the same sentence. */
export async function openLink(
  ctx: PublicCtx,
  code: string,
): Promise<{ db: Db; link_id: string; workplace_id: string }> {
  const found = await ctx.as({}).read(
    async (tx) =>
      (
        await sql<{ workplace_id: string; link_id: string }>`
          select * from payment_link_of(${tokenHash(code)})`.execute(tx)
      ).rows[0],
  )
  if (!found) refuse('order_payments.link_unknown')
  return { ...found, db: ctx.as({ workplace_id: found.workplace_id }) }
}

interface OpenLink {
  link: LinkRow
  /** Those of its orders that nobody has paid, and that were not let go. */
  waiting: WaitingOrder[]
  view: LinkView
}

/** Until the end of the transaction nobody else uses it. */
export async function lockLink(
  tx: Tx,
  { workplace_id, link_id }: { workplace_id: string; link_id: string },
  now: Date,
): Promise<OpenLink> {
  const link = await tx
    .selectFrom('payment_links')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('link_id', '=', link_id)
    .forUpdate()
    .executeTakeFirst()
  if (!link || (link.payment_id === null && Date.parse(link.expires_at) <= now.getTime()))
    refuse('order_payments.link_unknown')
  const waiting = await readWaiting(
    tx,
    workplace_id,
    sql`s.supplier_order_id in (select lo.supplier_order_id from payment_link_orders lo
      where lo.workplace_id = ${workplace_id} and lo.link_id = ${link_id})`,
  )
  const payment = await paymentOf(tx, link)
  const named = payment ? await namedBy(tx, payment) : new Set<string>()
  const isSame = named.size === waiting.length && waiting.every((order) => named.has(order.supplier_order_id))
  return { link, waiting, view: viewOf(link, waiting, payment, isSame) }
}

/** Of several, the one that came to something; else the last. */
async function paymentOf(tx: Tx, { workplace_id, link_id, payment_id }: LinkRow): Promise<PaymentRow | undefined> {
  if (payment_id === null) return undefined
  const { rows } = await sql<{ payment_id: string }>`
    select p.payment_id from payments p where p.workplace_id = ${workplace_id} and p.state in ('succeeded', 'authorised')
      and p.payment_id in (select po.payment_id from payment_orders po
        where po.workplace_id = ${workplace_id} and po.link_id = ${link_id})
    order by p.state desc, p.created_at limit 1`.execute(tx)
  return readPayment(tx, { workplace_id, payment_id: rows[0]?.payment_id ?? payment_id })
}

async function namedBy(tx: Tx, { workplace_id, payment_id }: PaymentRow): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('payment_orders')
    .select('supplier_order_id')
    .where('workplace_id', '=', workplace_id)
    .where('payment_id', '=', payment_id)
    .execute()
  return new Set(rows.map(({ supplier_order_id }) => supplier_order_id))
}

/** `is_same`: the payment under way is for exactly the orders that wait. */
function viewOf(
  { amount, orders, expires_at }: LinkRow,
  waiting: readonly WaitingOrder[],
  payment: PaymentRow | undefined,
  is_same: boolean,
): LinkView {
  const asked = { amount, currency: WALLET_CURRENCY, orders, url: null, expires_at }
  if (payment?.state === 'succeeded') return { ...asked, amount: payment.taken, state: 'paid' }
  // The card is held and its orders are being bought. Nobody pays twice for them.
  if (payment?.state === 'authorised') return { ...asked, amount: payment.amount, state: 'paying' }
  if (waiting.length === 0) return { ...asked, state: 'gone' }
  const left = { ...asked, amount: sumOf(waiting), orders: waiting.length }
  if (!payment) return { ...left, state: 'new' }
  if (isOver(toPayment(payment))) return { ...left, state: 'failed' }
  // Its page asks for another sum by now: a new one is opened, and the old one pays only what still waits.
  if (!is_same && payment.state === 'open') return { ...left, state: 'new' }
  return { ...left, state: 'paying', url: payment.state === 'open' ? payment.page_url : null }
}
