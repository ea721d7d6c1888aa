/**
 * The documents of a sale's parts, made of the whole and of the pieces that each part has. Every amount of the whole is
 * divided, none is made: the parts sum to the whole, so that a sale that was split is counted once.
 */
import { allocate, type Minor } from '../money.ts'
import {
  type FulfilmentState,
  type OrderRefund,
  type RemoteOrder,
  type RemoteOrderLine,
  unexplainedOf,
  untaxedOf,
} from './document.ts'
import { type PartPieces, pour } from './split-pieces.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

export function divideOrder(whole: RemoteOrder, parts: readonly PartPieces[]): RemoteOrder[] {
  const lines = divideLines(whole, parts)
  const worth = lines.map((own) => sum(own.map(worthOf)))
  const weights = sum(worth) > 0 ? worth : lines.map((own) => sum(own.map(({ quantity }) => quantity)))
  const subtotals = allocate(whole.subtotal, weights)
  const discounts = allocate(
    whole.discounts,
    lines.some((own) => own.some(({ discount }) => discount > 0))
      ? lines.map((own) => sum(own.map(({ discount }) => discount)))
      : weights,
  )
  const shipping = allocate(whole.shipping, weights)
  const taxed = lines.map((own) => sum(own.map(({ tax }) => tax)))
  const taxes = allocate(whole.taxes, sum(taxed) > 0 ? taxed : weights)
  const fees = whole.fees?.map(({ name, amount }) => ({ name, amounts: allocate(amount, weights) }))
  const own = parts.map((_, at) => ({
    subtotal: subtotals[at] ?? 0,
    discounts: discounts[at] ?? 0,
    shipping: shipping[at] ?? 0,
    taxes: taxes[at] ?? 0,
    ...(fees && { fees: fees.map(({ name, amounts }) => ({ name, amount: amounts[at] ?? 0 })) }),
  }))
  // What the parts of the total do not explain is divided, too.
  const others = allocate(unexplainedOf(whole), weights)
  const isTaxOnTop = whole.total !== untaxedOf(whole)
  const totals = own.map(
    (sums, at) => untaxedOf({ ...sums, total: 0 }) + (isTaxOnTop ? sums.taxes : 0) + (others[at] ?? 0),
  )
  const refunds = divideRefunds(whole, parts, totals)
  return parts.map((_, at) => ({
    ...whole,
    lines: lines[at] ?? [],
    fulfilment: fulfilmentOf(whole, lines[at] ?? []),
    ...own[at],
    total: totals[at] ?? 0,
    refunds: refunds[at] ?? [],
  }))
}

const worthOf = ({ unit_price, quantity, discount }: RemoteOrderLine): Minor =>
  Math.max(0, unit_price * quantity - discount)

function divideLines({ lines }: RemoteOrder, parts: readonly PartPieces[]): RemoteOrderLine[][] {
  const divided = parts.map((): RemoteOrderLine[] => [])
  for (const line of lines) {
    const own = parts.map((pieces) => pieces.get(line.remote_line_id))
    const weights = own.map((pieces) => pieces?.quantity ?? 0)
    const discounts = allocate(line.discount, weights)
    const taxes = allocate(line.tax, weights)
    for (const [at, pieces] of own.entries())
      if (pieces && (pieces.quantity > 0 || line.quantity === 0))
        divided[at]?.push({
          ...line,
          quantity: pieces.quantity,
          current_quantity: pieces.current,
          unfulfilled_quantity: pieces.unfulfilled,
          discount: discounts[at] ?? 0,
          tax: taxes[at] ?? 0,
        })
  }
  return divided
}

function fulfilmentOf(whole: RemoteOrder, lines: readonly RemoteOrderLine[]): FulfilmentState {
  if (whole.fulfilment !== 'partial') return whole.fulfilment
  const current = sum(lines.map(({ current_quantity }) => current_quantity))
  const left = sum(lines.map(({ unfulfilled_quantity }) => unfulfilled_quantity))
  if (left === current) return 'unfulfilled'
  return left === 0 ? 'fulfilled' : 'partial'
}

/**
 * A refund that names lines belongs to who has them, first to who misses pieces of them. Of a sale that was taken back
 * everybody has a share, whatever it names: nothing more is expected to be paid back.
 */
function divideRefunds(whole: RemoteOrder, parts: readonly PartPieces[], totals: readonly Minor[]): OrderRefund[][] {
  const divided = parts.map((): OrderRefund[] => [])
  const prices = new Map(whole.lines.map(({ remote_line_id, unit_price }) => [remote_line_id, unit_price]))
  const counted = parts.map(() => new Map<string, number>())
  for (const refund of whole.refunds) {
    const lines = parts.map((): OrderRefund['lines'] => [])
    for (const { remote_line_id, quantity } of refund.lines) {
      const before = counted.map((own) => own.get(remote_line_id) ?? 0)
      const own = parts.map((pieces) => pieces.get(remote_line_id) ?? { quantity: 0, current: 0 })
      const shares = pour(quantity, [
        own.map((pieces, at) => pieces.quantity - pieces.current - (before[at] ?? 0)),
        own.map((pieces, at) => pieces.quantity - (before[at] ?? 0)),
      ])
      for (const [at, share] of shares.entries()) {
        counted[at]?.set(remote_line_id, (before[at] ?? 0) + share)
        if (share > 0) lines[at]?.push({ remote_line_id, quantity: share })
      }
    }
    const named = lines.map((own) => sum(own.map((one) => (prices.get(one.remote_line_id) ?? 0) * one.quantity)))
    const amounts = allocate(refund.amount, whole.cancelled_at === null && sum(named) > 0 ? named : totals)
    for (const [at, amount] of amounts.entries()) {
      const own = lines[at] ?? []
      if (amount !== 0 || own.length > 0) divided[at]?.push({ ...refund, amount, lines: own })
    }
  }
  return divided
}
