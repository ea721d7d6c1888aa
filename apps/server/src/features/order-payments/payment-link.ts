import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { type Selectable, sql } from 'kysely'
import type { PublicCtx } from '../../platform/ctx.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { refuse } from '../../platform/refuse.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { readPayment } from '../wallet/payment-row.ts'

type LinkView = Out<typeof orderPaymentCalls.getPaymentConfirmation>
export type LinkRow = Selectable<DB['payment_links']>

const STATES: Record<string, LinkView['state']> = { succeeded: 'paid', failed: 'failed', expired: 'failed' }

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

export async function lockLink(
  tx: Tx,
  { workplace_id, link_id }: { workplace_id: string; link_id: string },
  now: Date,
) {
  const link = await tx
    .selectFrom('payment_links')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('link_id', '=', link_id)
    .forUpdate()
    .executeTakeFirst()
  if (!link || (link.payment_id === null && Date.parse(link.expires_at) <= now.getTime()))
    refuse('order_payments.link_unknown')
  return link
}

export async function linkView(tx: Tx, link: LinkRow): Promise<LinkView> {
  const { workplace_id, payment_id, amount, orders, expires_at } = link
  const payment = payment_id === null ? undefined : await readPayment(tx, { workplace_id, payment_id })
  const state = payment ? (STATES[payment.state] ?? 'paying') : 'new'
  const url = payment?.state === 'open' ? payment.page_url : null
  return { amount, currency: WALLET_CURRENCY, orders, state, url, expires_at }
}
