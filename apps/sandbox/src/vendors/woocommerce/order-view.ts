/** Orders as the API shows them. */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { homeOf, type Site, type WooWorld } from './auth.ts'
import type { OrderItem, OrderRow } from './tables.ts'
import { gmtDate, siteDate } from './wp.ts'

const SHIPPING = '4.90'
/** Line numbers are unique in the shop. */
const PER_ORDER = 1000
export const itemId = (order_id: number, no: number) => order_id * PER_ORDER + no

/** What a buyer pays. */
export function totalsOf({ items, fees = [], coupons = [] }: OrderRow['doc'], currency: string) {
  const sum = (amounts: string[]) => amounts.reduce((all, amount) => all + toMinor(amount, currency), 0)
  const subtotal = items.reduce((all, { price, quantity }) => all + toMinor(price, currency) * quantity, 0)
  const charged = sum(fees.map(({ total }) => total))
  const discount = sum(coupons.map(({ discount: amount }) => amount))
  return { discount, total: subtotal - discount + charged + toMinor(SHIPPING, currency) }
}

/** Cash at the door and a bank transfer are paid back by hand: their plugins cannot do it. */
export function methodOf({
  cash,
  paid_at,
}: Pick<OrderRow['doc'], 'cash' | 'paid_at'>): 'cod' | 'bacs' | 'woocommerce_payments' {
  if (cash) return 'cod'
  return paid_at === null ? 'bacs' : 'woocommerce_payments'
}

export async function showOrder(world: WooWorld, site: Site, row: OrderRow) {
  const { doc, id } = row
  const money = (minor: number) => toDecimal(minor, site.currency)
  const lineTotal = ({ price, quantity }: OrderItem) => toMinor(price, site.currency) * quantity
  const { fees = [], coupons = [] } = doc
  const { discount, total: paid } = totalsOf(doc, site.currency)
  const ids = doc.items.flatMap(({ image_id }) => image_id ?? [])
  const media =
    ids.length === 0 ? [] : await world.db.selectFrom('media').select(['id', 'file']).where('id', 'in', ids).execute()
  const fileOf = new Map(media.map((file) => [file.id, file.file]))
  const { email: _email, ...shipping } = doc.shipping
  return {
    id,
    parent_id: 0,
    number: String(id),
    order_key: `wc_order_${id}`,
    created_via: 'checkout',
    version: '10.0.2',
    status: row.status,
    payment_method: methodOf(doc),
    currency: site.currency,
    date_created: siteDate(row.created_at, site.utc_offset_h),
    date_created_gmt: gmtDate(row.created_at),
    date_modified: siteDate(row.modified_at, site.utc_offset_h),
    date_modified_gmt: gmtDate(row.modified_at),
    date_paid_gmt: doc.paid_at === null ? null : gmtDate(new Date(doc.paid_at)),
    discount_total: money(discount),
    shipping_total: SHIPPING,
    total: money(paid),
    total_tax: '0.00',
    customer_id: 0,
    customer_note: doc.customer_note,
    billing: doc.billing,
    shipping,
    line_items: doc.items.map((item, at) => {
      const file = item.image_id === null ? undefined : fileOf.get(item.image_id)
      return {
        id: itemId(id, item.id),
        name: item.name,
        parent_name: item.parent_name || null,
        product_id: item.product_id,
        variation_id: item.variation_id,
        quantity: item.quantity,
        subtotal: money(lineTotal(item)),
        subtotal_tax: '0.00',
        total: money(lineTotal(item) - (at === 0 ? discount : 0)),
        total_tax: '0.00',
        taxes: [],
        sku: item.sku,
        price: Number(item.price),
        image: {
          id: String(item.image_id ?? ''),
          src: file === undefined ? '' : `${homeOf(world, site)}/wp-content/uploads/${item.image_id}/${file}`,
        },
        meta_data: [],
      }
    }),
    meta_data: doc.meta ?? [],
    fee_lines: fees.map(({ name, total }, at) => ({
      id: itemId(id, 900 + at),
      name,
      tax_class: '',
      tax_status: 'taxable',
      amount: total,
      total,
      total_tax: '0.00',
    })),
    coupon_lines: coupons.map(({ code, discount: amount }, at) => ({
      id: itemId(id, 950 + at),
      code,
      discount: amount,
      discount_tax: '0.00',
    })),
    shipping_lines: [{ id: itemId(id, 999), method_title: 'Flat rate', total: SHIPPING }],
    refunds: doc.refunds.map((refund) => ({ id: refund.id, reason: refund.reason, total: `-${refund.amount}` })),
  }
}

export const showNote = ({ id, at, note, customer_note }: NonNullable<OrderRow['doc']['notes']>[number]) => ({
  id,
  author: 'WooCommerce',
  date_created_gmt: gmtDate(new Date(at)),
  note,
  customer_note,
})

export const showRefunds = ({ id, doc }: OrderRow) =>
  doc.refunds.map((refund) => ({
    id: refund.id,
    parent_id: id,
    date_created_gmt: gmtDate(new Date(refund.at)),
    amount: refund.amount,
    reason: refund.reason,
    refunded_payment: refund.by_api?.paid ?? false,
    meta_data: (refund.by_api?.meta ?? []).map((one, at) => ({ id: refund.id * 10 + at, ...one })),
    line_items: refund.items.map(({ item_id, quantity }) => ({
      id: refund.id * 10 + item_id,
      quantity: -quantity,
      meta_data: [{ id: 1, key: '_refunded_item_id', value: String(itemId(id, item_id)) }],
    })),
  }))
