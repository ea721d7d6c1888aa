/** The platform's ids have 19 digits: more than a number of JavaScript holds. */
const PRODUCTS = 1_729_592_969_000_000_000n
const SKUS = 1_729_700_000_000_000_000n
const ORDERS = 576_486_316_000_000_000n
const RETURNS = 4_035_318_504_000_000_000n
const PACKAGES = 1_153_132_168_000_000_000n
const PER_PRODUCT = 1000n

export const productId = (id: number): string => String(PRODUCTS + BigInt(id))
export const skuId = (product: number, no: number): string => String(SKUS + BigInt(product) * PER_PRODUCT + BigInt(no))

const inside = (digits: unknown, base: bigint): number => {
  if (typeof digits !== 'string' || !/^\d{19}$/.test(digits)) return 0
  const number = BigInt(digits) - base
  return number > 0n && number < 1_000_000_000n * PER_PRODUCT ? Number(number) : 0
}

/** 0: no product of ours has this id. */
export const productNumber = (id: unknown): number => inside(id, PRODUCTS)
/** Which SKU of this product it is; 0: none. */
export const skuNumber = (product: number, id: unknown): number => {
  const number = inside(id, SKUS) - product * Number(PER_PRODUCT)
  return number > 0 && number < Number(PER_PRODUCT) ? number : 0
}

/** Orders and their pieces have 18 digits. */
export const orderId = (id: number): string => String(ORDERS + BigInt(id) * PER_PRODUCT)
export const itemId = (order: number, no: number): string => String(ORDERS + BigInt(order) * PER_PRODUCT + BigInt(no))
export const returnId = (id: number): string => String(RETURNS + BigInt(id))

/** A package's number holds its order's. */
export const packageId = (order: number, no: number): string =>
  String(PACKAGES + BigInt(order) * PER_PRODUCT + BigInt(no))
export function packageOf(id: unknown): { order: number; no: number } | undefined {
  const number = inside(id, PACKAGES)
  const per = Number(PER_PRODUCT)
  return number > 0 ? { order: Math.floor(number / per), no: number % per } : undefined
}

/** 0: no order has this id. */
export function orderNumber(id: unknown): number {
  if (typeof id !== 'string' || !/^\d{18}$/.test(id)) return 0
  const number = BigInt(id) - ORDERS
  return number > 0n && number % PER_PRODUCT === 0n ? Number(number / PER_PRODUCT) : 0
}
