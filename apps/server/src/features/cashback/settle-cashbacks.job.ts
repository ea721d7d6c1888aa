import {
  type CashbackState,
  cashbackEarned,
  cashbackOn,
  nextCashback,
  type RefundFact,
  releaseOf,
} from '@omni/domain/cashback/cashback.ts'
import type { Posting } from '@omni/domain/ledger/postings.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { type Job, work } from '../../platform/jobs.ts'
import { balanceOf, post } from '../../platform/ledger.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { hasFeature } from '../billing/grant-feature.ts'
import { HOUSE_SUPPLIER } from '../placement/open-source.ts'
import { readSettings } from '../wallet/settings-row.ts'
import { settleCashbacks } from './jobs.ts'

const AT_ONCE = 500
const SCOPE = 'cashback'
/** Frozen and let go again, then paid: no purchase needs more in one run. */
const MOST_STEPS = 3

interface Purchase {
  workplace_id: string
  supplier_order_id: string
}
/** Why it is looked at: rows of `cashback_checks`, which triggers write. */
interface Due extends Purchase {
  checks: string[]
}

/** Each purchase in a transaction of its own, under its lock: two runs at once do what one does. */
export const settleCashbacksJob: Job = work(settleCashbacks, async (ctx) => {
  const due = await ctx.db.read((tx) => sql<Due>`select * from due_cashbacks(${ctx.now}, ${AT_ONCE})`.execute(tx))
  for (const { checks, ...id } of due.rows) {
    const { workplace_id } = id
    // Whose plan counts. A plan is read in its owner's scope.
    const owner = await ctx
      .as({ workplace_id })
      .read((tx) =>
        tx
          .selectFrom('workplace_members')
          .select('user_id')
          .where('workplace_id', '=', workplace_id)
          .orderBy('created_at')
          .executeTakeFirst(),
      )
    const user_id = owner?.user_id
    const scope = { workplace_id, ...(user_id !== undefined && { user_id, own_workplaces: [workplace_id] }) }
    await ctx.as(scope).tx(async (tx) => {
      await settle(tx, id, user_id, ctx.now)
      await tx
        .deleteFrom('cashback_checks')
        .where('workplace_id', '=', workplace_id)
        .where('check_id', 'in', checks)
        .execute()
    })
  }
})

interface Facts {
  /** Bought from the house supplier, and delivered. Nothing else earns. */
  earns: boolean
  order_id: string
  currency: string
  real: number
  delivered_at: string | null
  open: boolean
  accepted: boolean
}

async function factsOf(tx: Tx, { workplace_id, supplier_order_id }: Purchase): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select s.order_id, s.currency,
      s.vendor = ${HOUSE_SUPPLIER} and s.state = 'placed' and coalesce(s.supplier_status, '') = 'delivered' as earns,
      coalesce((select sum(case when p.debit_kind in ('wallet_topup', 'hold_topup', 'order_receivable') then p.amount
          else 0 end) - sum(case when p.credit_kind in ('wallet_topup', 'hold_topup', 'order_receivable')
          then p.amount else 0 end)
        from ledger_txns t join ledger_postings p using (workplace_id, txn_id)
        where t.workplace_id = s.workplace_id and t.subject = s.supplier_order_id::text), 0)::float8 as real,
      (select to_json(max(p.delivered_at)) #>> '{}' from parcels p where p.workplace_id = s.workplace_id
        and p.supplier_order_id = s.supplier_order_id) as delivered_at,
      coalesce(bool_or(r.state in ('sending', 'pending')), false) as open,
      coalesce(bool_or(r.state in ('accepted', 'completed')), false) as accepted
    from supplier_orders s left join refund_requests r using (workplace_id, supplier_order_id)
    where s.workplace_id = ${workplace_id} and s.supplier_order_id = ${supplier_order_id}
    group by s.workplace_id, s.supplier_order_id`.execute(tx)
  return rows[0]
}

async function settle(tx: Tx, id: Purchase, user_id: string | undefined, now: Date): Promise<void> {
  const { workplace_id, supplier_order_id } = id
  // Its purchase is the lock: there may be no row of its own yet.
  await sql`select from supplier_orders where workplace_id = ${workplace_id}
    and supplier_order_id = ${supplier_order_id} for update`.execute(tx)
  const facts = await factsOf(tx, id)
  if (!facts) return
  const row = (await readRow(tx, id)) ?? (facts.earns ? await earn(tx, id, user_id, facts, now) : null)
  if (!row) return
  const refund: RefundFact = facts.accepted ? 'accepted' : facts.open ? 'open' : 'none'
  let { state, moves } = row
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const { currency } = row
    const bonus = await balanceOf(tx, { workplace_id, account: 'wallet_bonus', currency })
    const step = nextCashback({ ...row, state, release_at: new Date(row.release_at) }, { refund, bonus, currency, now })
    if (!step) return
    moves++
    await postStep(tx, id, KINDS[step.state] ?? 'cashback_held', moves, step.postings, now)
    state = step.state
    await tx
      .updateTable('cashbacks')
      .set({ state, moves, changed_at: now })
      .where((eb) => eb.and(id))
      .execute()
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
  }
}

/** What a seller sees among the movements of the wallet; the rest stays among cashbacks. */
const KINDS: Partial<Record<CashbackState, string>> = { paid: 'cashback', withdrawn: 'cashback_back' }

const postStep = (tx: Tx, { supplier_order_id }: Purchase, kind: string, n: number, postings: Posting[], now: Date) =>
  post(tx, [
    {
      scope: SCOPE,
      key: `${supplier_order_id}:${n}`,
      kind,
      postings,
      effective_at: now,
      subject: `cashback ${supplier_order_id}`,
    },
  ])

async function readRow(tx: Tx, id: Purchase) {
  const row = await tx
    .selectFrom('cashbacks')
    .select(['currency', 'amount', 'state', 'release_at', 'moves'])
    .where((eb) => eb.and(id))
    .executeTakeFirst()
  return row && { ...row, state: row.state as CashbackState } // the table's own check
}

/** Delivered: the plan and the seller's switch of this moment count. */
async function earn(tx: Tx, id: Purchase, user_id: string | undefined, facts: Facts, now: Date) {
  const { workplace_id } = id
  const { cashback_enabled } = await readSettings(tx, workplace_id)
  const mayEarn =
    cashback_enabled && user_id !== undefined && (await hasFeature(tx, user_id, 'CASHBACK_ORDER_FULFILLMENT', now))
  const amount = mayEarn && !facts.accepted ? cashbackOn(facts.real) : 0
  const state: CashbackState = amount > 0 ? 'pending' : 'none'
  const delivered_at = facts.delivered_at === null ? now : new Date(facts.delivered_at)
  const release_at = releaseOf(delivered_at).toISOString()
  const { order_id, currency } = facts
  const row = { order_id, currency, amount, state, release_at, moves: 0 }
  await tx
    .insertInto('cashbacks')
    .values({ ...id, ...row, delivered_at, changed_at: now })
    .execute()
  await postStep(tx, id, 'cashback_held', 0, cashbackEarned(currency, amount), now)
  if (amount > 0) await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
  return row
}
