import type { In, Out } from '@omni/contracts/kernel.ts'
import type { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import { next } from '@omni/domain/placement/next.ts'
import { isLive, type PlacementEvent } from '@omni/domain/placement/placement.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { goOn } from '../placement/handle-person.ts'
import { isHeld, readHeld } from '../placement/judge-baskets.ts'
import { moveOrders } from '../placement/move-orders.ts'
import { type Loaded, loadSupplierOrder } from '../placement/supplier-order-row.ts'
import { inOwnCurrency } from './own-currency.ts'
import { askedAs, pressedAs } from './permission.ts'

type Answer = Out<typeof extensionCalls.pressOrder>
type Because = NonNullable<Answer['because']>

/**
 * May the last button be pressed? The total of the checkout is the quote; the intent is committed before the answer
 * leaves. Whoever asks again, from wherever, finds it committed.
 */
export async function pressOrder(ctx: Ctx, question: In<typeof extensionCalls.pressOrder>): Promise<Answer> {
  const { workplace_id, now } = ctx
  const { supplier_order_id, ask_id, n, attempt_no } = question
  return ctx.db.tx(async (tx) => {
    const loaded = await loadSupplierOrder(tx, { workplace_id, supplier_order_id }, true)
    if (!loaded || !isExtensionSource(loaded.row.vendor)) refuse('not_found')
    const total = await inOwnCurrency(tx, question, loaded.row.currency)
    const isPriceHeld = await isHeldNow(tx, loaded)
    const problem = problemOf(loaded, question) ?? (total === null ? 'currency' : isPriceHeld ? 'price' : null)
    if (problem !== null || total === null) return no(problem ?? 'currency')
    const twin_live = await isTwinLive(tx, loaded)
    const asked_at = now.getTime()
    const event: PlacementEvent = { is: 'quoted', of: { n, attempt_no }, asked_at, total, twin_live }
    // The row is locked: what `next` says now is what is written.
    const isGiven = next(loaded.profile, loaded.placement, event, asked_at).command?.do === 'send'
    const delivery_key = isGiven ? pressedAs(ask_id) : askedAs(ask_id)
    const said = {
      source: 'reply' as const,
      delivery_key,
      asked_at: now,
      says: { may_press: isGiven, total, send_no: loaded.placement.attempt.send_no + 1 },
      by_user: ctx.user_id,
    }
    const [moved] = await moveOrders(tx, workplace_id, [{ supplier_order_id, event, said }], now)
    if (!moved) refuse('not_found')
    await recordCountry(tx, loaded, question.account_country)
    await goOn(tx, [moved])
    if (moved.command?.do === 'send')
      return { press: true, within_ms: loaded.profile.create.send_within_ms, because: null }
    return no(twin_live ? 'twin' : 'price')
  })
}

/** A price that nobody believes was seen since the click: the answer to that question is waited for. */
async function isHeldNow(tx: Tx, { row, basket }: Loaded): Promise<boolean> {
  const { held } = await readHeld(tx, row.workplace_id, [row.order_id])
  return isHeld(held, basket)
}

/** Shown beside the purchase: a site may send to its account's own country alone. */
async function recordCountry(tx: Tx, { row }: Loaded, account_country: string | null): Promise<void> {
  if (account_country === null) return
  await tx
    .updateTable('supplier_orders')
    .set({ account_country })
    .where('workplace_id', '=', row.workplace_id)
    .where('supplier_order_id', '=', row.supplier_order_id)
    .execute()
}

const no = (because: Because): Answer => ({ press: false, within_ms: 0, because })

function problemOf({ placement, row }: Loaded, { n, attempt_no }: { n: number; attempt_no: number }): Because | null {
  if (placement.stop !== null) return 'stopped'
  if (!isLive(placement)) return 'settled'
  if (placement.n !== n || placement.attempt_no !== attempt_no || row.ship_to === null) return 'changed'
  if (placement.state === 'queued') return null
  return placement.question === 'price' ? 'price' : 'pressed'
}

/**
 * An equal order that may have been bought and has no number yet: the order history could not tell the two apart. It is
 * waited for.
 */
async function isTwinLive(tx: Tx, { row }: Loaded): Promise<boolean> {
  const { workplace_id, vendor, account_key, supplier_order_id } = row
  const isEqual = sql`other.workplace_id = mine.workplace_id and other.vendor = mine.vendor
    and other.account_key = mine.account_key and other.supplier_order_id <> mine.supplier_order_id
    and other.order_no is null and other.ship_to = mine.ship_to
    and jsonb_path_query_array(other.basket, '$.lines[*].sku_id')
      = jsonb_path_query_array(mine.basket, '$.lines[*].sku_id')`
  const { rows } = await sql<{ is_live: boolean }>`
    select exists (select from supplier_orders other where other.vendor = ${vendor} and other.account_key = ${account_key}
        and other.due_at is not null and other.state in ('sending', 'checking') and ${isEqual})
      or exists (select from supplier_orders other where other.workplace_id = ${workplace_id}
        and other.state = 'needs_decision' and other.question in ('exists', 'which') and ${isEqual}) as is_live
    from supplier_orders mine
    where mine.workplace_id = ${workplace_id} and mine.supplier_order_id = ${supplier_order_id}`.execute(tx)
  return rows[0]?.is_live ?? false
}
