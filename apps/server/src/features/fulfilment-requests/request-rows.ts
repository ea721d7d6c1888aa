import type { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import {
  type DeclinedLine,
  isPartial,
  type RequestedLine,
  type RequestKind,
} from '@omni/domain/fulfilments/requests.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'

export type RequestView = Out<typeof fulfilmentRequestCalls.answerFulfilmentRequest>

type Stored = Selectable<DB['fulfilment_requests']>
export type RequestRow = Omit<Stored, 'lines' | 'declined' | 'kind' | 'state'> & {
  kind: RequestKind
  state: RequestView['state']
  lines: RequestedLine[]
  declined: DeclinedLine[]
}

/** Held until the transaction ends. */
export async function lockRequest(tx: Tx, workplace_id: string, request_id: string): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select * from fulfilment_requests where workplace_id = ${workplace_id} and request_id = ${request_id}
    for update`.execute(tx)
  return rows[0]
}

/** Lines of the orders that a request is about. Empty: the order is not here yet. */
export interface OrderLine {
  order_id: string
  line_id: string
  remote_line_id: string
  title: string
  variant_title: string
  /** Why no supplier can be chosen. */
  reason: string | null
  /** It is being bought, or was. */
  is_bought: boolean
}

export async function linesOfRequest(
  tx: Tx,
  { workplace_id, store_id, remote_order_id, lines }: RequestRow,
): Promise<OrderLine[]> {
  const asked = lines.map(({ remote_line_id }) => remote_line_id)
  const { rows } = await sql<OrderLine>`
    select l.order_id, l.line_id, l.remote_line_id, l.title, l.variant_title, l.reason,
      exists (select from supplier_order_lines p
        where p.workplace_id = l.workplace_id and p.line_id = l.line_id and p.live) as is_bought
    from orders o join order_lines l using (workplace_id, order_id)
    where o.workplace_id = ${workplace_id} and o.store_id = ${store_id} and o.remote_id = ${remote_order_id}
      and l.remote_line_id = any(${asked}::text[]) order by l.position`.execute(tx)
  return rows
}

const MOST = 50

/** Of the sale that an order belongs to, newest first; or one of them. */
export async function readViews(tx: Tx, workplace_id: string, which: RawBuilder<unknown>): Promise<RequestView[]> {
  const { rows } = await sql<RequestRow>`
    select r.* from fulfilment_requests r where r.workplace_id = ${workplace_id} and ${which}
    order by r.requested_at desc, r.request_id limit ${MOST}`.execute(tx)
  const views: RequestView[] = []
  for (const row of rows) views.push(toView(row, await linesOfRequest(tx, row)))
  return views
}

export const ofOrder = (order_id: string) => sql`(r.store_id, r.remote_order_id) = (
  select o.store_id, o.remote_id from orders o where o.workplace_id = r.workplace_id and o.order_id = ${order_id})`

function toView(row: RequestRow, known: readonly OrderLine[]): RequestView {
  const { request_id, kind, state, message, requested_at, answered_at, note, problem, problem_text } = row
  return {
    request_id,
    kind,
    state,
    message,
    requested_at,
    answered_at,
    by_itself: row.accepts !== null && row.decided_by === null,
    note,
    problem: problem as RequestView['problem'], // the table's own check
    problem_text,
    lines: row.lines.map((line) => {
      const { title = '', variant_title = '' } = known.find((one) => one.remote_line_id === line.remote_line_id) ?? {}
      const { item_id, quantity, wanted } = line
      const declined = row.declined.find((one) => one.item_id === item_id)?.reason ?? null
      // A cancellation of a part is answered like any other.
      return {
        item_id,
        title,
        variant_title,
        quantity,
        wanted,
        is_partial: kind === 'fulfilment' && isPartial(line),
        declined,
      }
    }),
  }
}
