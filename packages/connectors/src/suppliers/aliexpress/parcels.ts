/**
 * What each parcel of an order carries. trade.ds.order.get lists numbers beside an order and no pieces; the pieces stand in
 * ds.order.tracking.get, `package_item_list` with `item_id` and `quantity` of each `mail_no`: a Nest shop's recorded reply
 * and the vendor's page as a Python client quotes it (November 2026). That a carrier shows a parcel there only some time
 * after its number is known, and answers with code 1001 until then, is in both and in our notes. A parcel names products
 * and not variants: `sku_desc` beside them is a sentence in the language of the reply.
 */
import type { SentLine } from '@omni/domain/fulfilments/share-parcels.ts'
import type { z } from 'zod'
import type { SupplyShipment } from '../supply-order.ts'
import type { OrderReply, TrackingReply } from './schemas.ts'

type Result = NonNullable<z.output<typeof OrderReply>['result']>

const PART_SENT = 'SELLER_PART_SEND_GOODS'

const isPartSent = ({ order_status, child_order_list }: Result): boolean =>
  order_status === PART_SENT || child_order_list.some((line) => line.order_status === PART_SENT)

const numbersOf = ({ logistics_info_list }: Result) =>
  new Set(logistics_info_list.flatMap(({ logistics_no }) => logistics_no || []))

/** One parcel of an order that was sent carries all of it: most orders need no second question. */
export const hasParts = ({ result }: z.output<typeof OrderReply>): boolean =>
  result != null && numbersOf(result).size > (isPartSent(result) ? 0 : 1)

export function shipmentsOf(result: Result, tracking: z.output<typeof TrackingReply> | null): SupplyShipment[] {
  const packages = tracking?.result?.data?.tracking_detail_line_list ?? []
  const isPart = isPartSent(result)
  return result.logistics_info_list.flatMap(({ logistics_no, logistics_service }) => {
    if (!logistics_no) return []
    const items = packages.find(({ mail_no }) => mail_no === logistics_no)?.package_item_list ?? []
    const said = items.flatMap(({ item_id, quantity }) =>
      item_id && quantity !== undefined ? [{ product_id: item_id, quantity }] : [],
    )
    // While something waits, a parcel of unknown pieces is not told: that it carries all of them would be untrue.
    const lines = said.length > 0 || isPart ? { lines: said } : {}
    return [{ tracking_number: logistics_no, carrier: logistics_service ?? '', tracking_url: null, ...lines }]
  })
}

export const contentsOf = ({ child_order_list }: Result): SentLine[] =>
  child_order_list.flatMap(({ product_id, product_count }) =>
    product_id && product_count !== undefined ? [{ product_id, quantity: product_count }] : [],
  )
