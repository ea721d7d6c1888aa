import type { Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import { errorOf, type SyncError } from '@omni/domain/placement/purchase-errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { worstReport } from '../orders/sale-parts.ts'
import { BY_HAND } from './by-hand.ts'
import type { SupplierOrderId } from './supplier-order-row.ts'

type View = Out<typeof placementCalls.decideOrder>

interface Row extends Omit<View, 'status' | 'warning_key' | 'is_stopping' | 'awaits_payment'> {
  stop_because: string | null
  pays_at_site: boolean
  account_country: string | null
  held: number | null
  sync_error: SyncError | null
}

/** Orders spec §4: processing = queued to created; success = placed, or waiting for its payment with a number. */
function statusOf({ state, order_no, stop_because }: Row): View['status'] {
  if (state === 'placed' || (state === 'created' && order_no !== null)) return 'success'
  if (state === 'failed' || state === 'cancelled' || state === 'needs_decision') return 'error'
  return stop_because === null ? 'processing' : 'error'
}

/** Orders spec §8. */
function warningOf({ state, pays_at_site, account_country, country_code }: Row): View['warning_key'] {
  // The seller pays it at the supplier's own site.
  if (state === 'created' && pays_at_site) return 'waiting_complete_order'
  const isUnderWay = state !== 'failed' && state !== 'cancelled'
  return isUnderWay && account_country !== null && account_country !== country_code ? 'different_region' : null
}

const toView = ({ stop_because, pays_at_site, held, account_country, sync_error, ...row }: Row): View => ({
  ...row,
  status: statusOf({ ...row, stop_because, pays_at_site, held, account_country, sync_error }),
  warning_key: warningOf({ ...row, stop_because, pays_at_site, held, account_country, sync_error }),
  error_key: errorOf({ ...row, sync_error }),
  awaits_payment: row.state === 'created' && held === null && !pays_at_site && stop_because === null,
  is_stopping: stop_because !== null && row.settled_at === null,
})

export async function readViews(tx: Tx, workplace_id: string, where: RawBuilder<unknown>): Promise<View[]> {
  const { rows } = await sql<Row>`
    select s.supplier_order_id, s.order_id, coalesce(o.number, '') as number, s.vendor as source, s.state, s.question,
      s.error_key, s.alarm, s.order_no, s.supplier_status, s.shipments, s.synced_at,
      s.vendor_word, s.vendor_word_at,
      coalesce((select array_agg(m.order_no order by m.order_no) from supplier_order_numbers m
        where m.workplace_id = s.workplace_id and m.supplier_order_id = s.supplier_order_id and m.n = s.n
          and m.order_no <> s.order_no), '{}') as more_numbers,
      starts_with(s.account_key, ${BY_HAND}) as by_hand,
      (select jsonb_build_object('state', f.state, 'problem', f.problem, 'problem_text', f.problem_text)
        from store_fulfilments f where f.workplace_id = s.workplace_id and f.supplier_order_id = s.supplier_order_id
        order by ${worstReport} limit 1) as store_reported, s.currency, s.approved, s.total, coalesce(o.country_code, '') as country_code,
      s.created_at, s.settled_at, s.stop_because, s.held, s.sync_error, s.account_country, s.profile ->> 'pay' = 'at_site' or s.vendor = any(${EXTENSION_SOURCES}::text[]) as pays_at_site,
      coalesce((select array_agg(distinct l.line_id) from supplier_order_lines l
        where l.workplace_id = s.workplace_id and l.supplier_order_id = s.supplier_order_id), '{}') as line_ids
    from supplier_orders s left join orders o using (workplace_id, order_id)
    where s.workplace_id = ${workplace_id} and ${where}`.execute(tx)
  return rows.map(toView)
}

/** Refuses what is of another workplace as what is not there. */
export async function readView(tx: Tx, { workplace_id, supplier_order_id }: SupplierOrderId): Promise<View> {
  const [view] = await readViews(tx, workplace_id, sql`s.supplier_order_id = ${supplier_order_id}`)
  return view ?? refuse('not_found')
}
