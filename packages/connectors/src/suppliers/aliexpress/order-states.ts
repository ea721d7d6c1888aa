/**
 * What the states of an order mean for a buyer. Sources (November 2026):
 * - the states: AliExpress's own PHP and Java SDKs (the comment of `order_status`), which list the same ten, and FINISH.
 * - FINISH alone says that an order is over and not how. Its `end_reason` does: the list of a dropshipping tool written in
 *   Python (which of them count as cancelled), and a PHP shop's tool for `pay_timeout`, `buyer_cancel_order`,
 *   `buyer_cancel_order_in_risk` and `buyer_cancel_notpay_order`. `canceled` is from our notes alone.
 * - a line names its product and not its variant: a Go client's types of the reply, and a dropshipper's tool that finds its
 *   goods by it.
 * The sandbox plays them from other sources, named in its folder.
 */
import type { SupplyStatus } from '../supply-order.ts'

/** Null: it says nothing about what a buyer wants to know, and what is known stays. */
const OPEN: Record<string, SupplyStatus | null> = {
  PLACE_ORDER_SUCCESS: 'unpaid',
  WAIT_SELLER_SEND_GOODS: 'paid',
  // Some pieces are on their way and have their numbers.
  SELLER_PART_SEND_GOODS: 'paid',
  WAIT_BUYER_ACCEPT_GOODS: 'shipped',
  // Money moves between buyer and seller, in either direction.
  FUND_PROCESSING: null,
  WAIT_SELLER_EXAMINE_MONEY: null,
  IN_CANCEL: null,
  IN_ISSUE: null,
  IN_FROZEN: null,
  // One source takes it as paid, another as unpaid.
  RISK_CONTROL: null,
}
const FINISHED = 'FINISH'

const ENDS: Record<string, SupplyStatus> = {
  buyer_accept_goods: 'delivered',
  // Nobody said that it arrived: the time to say so ran out.
  buyer_accept_goods_timeout: 'shipped',
  buyer_pay_timeout: 'cancelled',
  pay_timeout: 'cancelled',
  buyer_cancel_notpay_order: 'cancelled',
  buyer_cancel_order: 'cancelled',
  buyer_cancel_order_in_risk: 'cancelled',
  cancel_order_close_trade: 'cancelled',
  risk_reject_closed: 'cancelled',
  seller_send_goods_timeout: 'cancelled',
  canceled: 'cancelled',
  seller_accept_issue_no_goods_return: 'refunded',
  seller_response_issue_timeout: 'refunded',
}
/** The furthest back comes first: what one line still waits for, the order waits for. */
const WAY: readonly SupplyStatus[] = ['unpaid', 'paid', 'shipped', 'delivered', 'refunded', 'cancelled']

export interface LineState {
  product_id?: string | undefined
  order_status?: string | undefined
  end_reason?: string | undefined
}

/** One line has a state of its own; what it does not say, its order says. */
function statusOfLine(line: LineState, order_status: string, isSent: boolean): SupplyStatus | null {
  const end = ownOf(ENDS, line.end_reason?.toLowerCase() ?? '')
  const state = line.order_status ?? order_status
  // An ended line of an order that goes on was cancelled or given back, or is not known.
  if (end !== undefined && (state === FINISHED || end !== 'delivered')) return end
  // Over, and nobody says how. A number of the carrier's proves that it left, nothing proves that it arrived.
  if (state === FINISHED) return isSent ? 'shipped' : null
  const open = ownOf(OPEN, state)
  // One that nobody described proves nothing, whatever stands beside it: it is shown as it is.
  return open === undefined ? null : (open ?? (isSent ? 'shipped' : null))
}

const ownOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** Every word that has a meaning here: the corpus has a scene of each. */
export const WORDS: readonly string[] = [...Object.keys(OPEN), FINISHED, ...Object.keys(ENDS)]

/** Of an order by its lines: a line that ended leaves the others alone. Null: what is known stays. */
export function statusOf(order_status: string, lines: readonly LineState[], isSent: boolean): SupplyStatus | null {
  const statuses = (lines.length > 0 ? lines : [{}]).map((line) => statusOfLine(line, order_status, isSent))
  const going = statuses.filter((status) => !isOver(status))
  if (going.includes(null)) return null
  const counted = going.length > 0 ? going : statuses
  return WAY.find((status) => counted.includes(status)) ?? null
}

const isOver = (status: SupplyStatus | null): boolean => status === 'cancelled' || status === 'refunded'

/** What does not come any more. A product of which another line goes on is not among them: lines have no variant. */
export function endedProducts(order_status: string, lines: readonly LineState[]): string[] {
  const byProduct = Map.groupBy(lines, ({ product_id }) => product_id ?? '')
  return [...byProduct].flatMap(([product_id, own]) =>
    product_id !== '' && own.every((line) => isOver(statusOfLine(line, order_status, false))) ? [product_id] : [],
  )
}
