/** Shopify's global ids. A variant's number holds its product's, so that neither needs a table of its own. */
const PER_PRODUCT = 100_000

export const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`

export function numberOf(type: string, id: unknown): number | undefined {
  const digits = typeof id === 'string' ? new RegExp(`^gid://shopify/${type}/(\\d{1,15})$`).exec(id)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits)
}

/** A line's number holds its order's, as a variant's holds its product's. */
export const PER_ORDER = 1000
export const lineId = (order_id: number, no: number) => gid('LineItem', order_id * PER_ORDER + no)
/** What is of an order and has a number in it. */
export function partOf(type: 'Fulfillment', id: unknown) {
  const number = numberOf(type, id)
  return number === undefined ? undefined : { order_id: Math.floor(number / PER_ORDER), no: number % PER_ORDER }
}

/** A fulfilment order of the service holds its order's number, and its lines hold theirs; the merchant's is the order's own. */
export const serviceOrderId = (order_id: number, no: number) => gid('FulfillmentOrder', order_id * PER_ORDER + no)
export const serviceLineId = (order_id: number, no: number, line: number) =>
  gid('FulfillmentOrderLineItem', (order_id * PER_ORDER + no) * PER_ORDER + line)

/** `no` 0: the merchant's own. */
export function fulfillmentOrderOf(id: unknown): { order_id: number; no: number } | undefined {
  const number = numberOf('FulfillmentOrder', id)
  if (number === undefined) return undefined
  return number < FIRST_SERVICE_ORDER
    ? { order_id: number, no: 0 }
    : { order_id: Math.floor(number / PER_ORDER), no: number % PER_ORDER }
}
/** Numbers of orders are below. */
const FIRST_SERVICE_ORDER = 1_000_000_000

export const variantNumber = (product_id: number, no: number) => product_id * PER_PRODUCT + no

export function variantOf(type: 'ProductVariant' | 'InventoryItem', id: unknown) {
  const number = numberOf(type, id)
  return number === undefined ? undefined : { product_id: Math.floor(number / PER_PRODUCT), no: number % PER_PRODUCT }
}
