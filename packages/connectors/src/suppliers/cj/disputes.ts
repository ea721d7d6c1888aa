/**
 * CJ's disputes: what can be claimed, claiming it, taking it back. What was seen where (November 2026):
 * - The five calls, their inputs and the fields of getDisputeList: CJ's page api/dispute.html, and a French shop's
 *   service with the same types. `finallyDeal` 1 refund, 2 reissue, 3 reject: that service and a Java shop's own enum.
 * - `productInfoList` goes back to disputeConfirmInfo as it came, and `canChoose` false means not now: an adapter's test
 *   and the page.
 * - `create` answers true and no id, and the list does not show our `businessDisputeId`: the Java shop's notes, and the
 *   types of the list in both. So ours is the one that was not there before; CJ has one open dispute an order.
 * From notes alone: at most 500 characters of text, and that a withdrawn dispute says so in `status`.
 */
import { z } from 'zod'
import type { VendorCall } from '../../vendor.ts'
import { mapDone } from '../../write-outcome.ts'
import { readPriceRange } from '../amounts.ts'
import type { DisputeOptions, SupplyOrders, SupplyRefund } from '../supply-order.ts'
import { list, maybePrice, maybeText, text, wholeFigure } from '../tolerant.ts'
import { ask, change } from './client.ts'
import { CURRENCY } from './map.ts'

interface App {
  base_url: string
}
interface Credentials {
  access_token: string
}
type Call = VendorCall<App, Credentials>

const LONGEST_TEXT = 500
const TO_BALANCE = 1
const EXPECTS = { refund: 1, resend: 2 } as const

/** Sent back whole: CJ reads fields of it that we do not. */
const Item = z.looseObject({
  lineItemId: text,
  canChoose: z.boolean().optional(),
  price: maybePrice,
  quantity: wholeFigure,
  cjProductName: maybeText,
})
const Products = z.object({ productInfoList: list(Item) })
const Confirmed = z.object({
  maxAmount: maybePrice,
  expectResultOptionList: list(z.union([z.string(), z.number()])),
  disputeReasonList: list(z.object({ disputeReasonId: text, reasonName: maybeText })),
})
export const Dispute = z.object({
  id: text,
  status: maybeText,
  disputeReason: maybeText,
  money: maybePrice,
  finallyDeal: wholeFigure,
  resendOrderCode: maybeText,
})
const Disputes = z.object({ list: list(Dispute) })

const cents = (price: string | number | undefined) => readPriceRange(price, CURRENCY)?.[1] ?? 0

async function options(call: Call, { order_no }: { order_no: string }): Promise<DisputeOptions> {
  const query = new URLSearchParams({ orderId: order_no })
  const { productInfoList } = await ask(call, { path: `/disputes/disputeProducts?${query}`, cost: 0 }, Products)
  const open = productInfoList.filter(({ canChoose }) => canChoose !== false)
  const none = { lines: [], most: 0, currency: CURRENCY, expects: [], reasons: [] }
  if (open.length === 0) return none
  const body = { orderId: order_no, productInfoList: open }
  const confirmed = await ask(call, { path: '/disputes/disputeConfirmInfo', cost: 0, body }, Confirmed)
  const lines = open.map(({ lineItemId, cjProductName, price, quantity }) => ({
    line_no: lineItemId,
    title: cjProductName ?? '',
    quantity: quantity ?? 1,
    price: cents(price),
  }))
  const offered = confirmed.expectResultOptionList.map(Number)
  return {
    lines,
    most: cents(confirmed.maxAmount),
    currency: CURRENCY,
    expects: (['refund', 'resend'] as const).filter((expect) => offered.includes(EXPECTS[expect])),
    reasons: confirmed.disputeReasonList.map(({ disputeReasonId, reasonName }) => ({
      reason_no: disputeReasonId,
      name: reasonName ?? disputeReasonId,
    })),
  }
}

export function toClaim(dispute: z.output<typeof Dispute>): SupplyRefund {
  const { id, status, money, finallyDeal, resendOrderCode } = dispute
  const granted = finallyDeal === 1 ? cents(money) : finallyDeal === 2 ? 0 : null
  return {
    refund_no: id,
    reference: null,
    is_dispute: true,
    state: stateOf(finallyDeal, status ?? ''),
    currency: CURRENCY,
    // CJ does not tell what was asked for.
    asked: granted ?? 0,
    granted,
    note: resendOrderCode ? `Sent again: ${resendOrderCode}` : '',
    answered_at: null,
  }
}

function stateOf(finallyDeal: number | null | undefined, status: string): SupplyRefund['state'] {
  if (finallyDeal === 1 || finallyDeal === 2) return 'completed'
  if (finallyDeal === 3) return 'rejected'
  return /cancel/i.test(status) ? 'withdrawn' : 'pending'
}

export const disputes: Pick<
  SupplyOrders<App, Credentials>,
  'disputeOptions' | 'openDispute' | 'cancelDispute' | 'listRefunds'
> = {
  disputeOptions: options,
  openDispute: {
    async send(call, { order_no, reference, reason_no, expect, text: words, pictures, lines }) {
      const body = {
        orderId: order_no,
        businessDisputeId: reference,
        disputeReasonId: Number(reason_no),
        expectType: EXPECTS[expect],
        refundType: TO_BALANCE,
        messageText: words.slice(0, LONGEST_TEXT),
        imageUrl: pictures,
        videoUrl: [],
        productInfoList: lines.map(({ line_no, quantity, price }) => ({
          lineItemId: line_no,
          quantity: String(quantity),
          price: price / 100,
        })),
      }
      return mapDone(await change(call, { path: '/disputes/create', method: 'POST', body }), () => null)
    },
  },
  cancelDispute: {
    async send(call, { order_no, dispute_no }) {
      const body = { orderId: order_no, disputeId: dispute_no }
      return mapDone(await change(call, { path: '/disputes/cancel', method: 'POST', body }), () => null)
    },
  },
  async listRefunds(call, { order_no }) {
    const query = new URLSearchParams({ orderId: order_no, pageNum: '1', pageSize: '50' })
    const { list: found } = await ask(call, { path: `/disputes/getDisputeList?${query}`, cost: 0 }, Disputes)
    return found.map(toClaim)
  },
}
