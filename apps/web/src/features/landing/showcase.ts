/** Example products of the public pages. Invented, and they add up: the same sum a seller sees in the app. */
import type { Minor } from '@omni/domain/money.ts'
import { SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import type { VendorName } from '../../platform/vendor-names.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { SUPPLIERS } from './vendors.ts'

export type ShowcaseName =
  | 'suitcase'
  | 'headphones'
  | 'backpack'
  | 'camera'
  | 'tote'
  | 'radio'
  | 'watch'
  | 'snorkel'
  | 'sneakers'
  | 'dress'
  | 'stiletto'
  | 'pan'
  | 'cap'
  | 'controller'

export interface ShowcaseProduct {
  /** Also the file: `/pictures/<name>-320.webp`, made by make-pictures.ts. */
  name: ShowcaseName
  title: TextKey
  supplier: VendorName
  /** Minor USD. */
  price: Minor
  cost: Minor
  shipping: Minor
  days: readonly [min: number, max: number]
}

const PRODUCTS: readonly Omit<ShowcaseProduct, 'supplier'>[] = [
  { name: 'suitcase', title: 'showcase.suitcase', price: 8900, cost: 3175, shipping: 840, days: [9, 13] },
  { name: 'headphones', title: 'showcase.headphones', price: 6900, cost: 2140, shipping: 0, days: [5, 8] },
  { name: 'backpack', title: 'showcase.backpack', price: 4990, cost: 1462, shipping: 210, days: [7, 11] },
  { name: 'camera', title: 'showcase.camera', price: 6200, cost: 2390, shipping: 450, days: [3, 5] },
  { name: 'tote', title: 'showcase.tote', price: 5490, cost: 1520, shipping: 240, days: [7, 11] },
  { name: 'radio', title: 'showcase.radio', price: 5800, cost: 1960, shipping: 220, days: [7, 10] },
  { name: 'watch', title: 'showcase.watch', price: 6490, cost: 1830, shipping: 0, days: [8, 12] },
  { name: 'snorkel', title: 'showcase.snorkel', price: 5200, cost: 1610, shipping: 300, days: [2, 4] },
  { name: 'sneakers', title: 'showcase.sneakers', price: 5900, cost: 1785, shipping: 320, days: [4, 6] },
  { name: 'dress', title: 'showcase.dress', price: 4490, cost: 1270, shipping: 0, days: [8, 12] },
  { name: 'stiletto', title: 'showcase.stiletto', price: 4690, cost: 1340, shipping: 190, days: [8, 12] },
  { name: 'pan', title: 'showcase.pan', price: 4290, cost: 1190, shipping: 480, days: [8, 11] },
  { name: 'cap', title: 'showcase.cap', price: 2790, cost: 620, shipping: 190, days: [5, 9] },
  { name: 'controller', title: 'showcase.controller', price: 4900, cost: 1740, shipping: 0, days: [3, 6] },
]

/** Invented as the products are: each listed supplier has its turn. */
export const SHOWCASE: readonly ShowcaseProduct[] = PRODUCTS.map((product, at) => ({
  ...product,
  supplier: SUPPLIERS[at % SUPPLIERS.length] ?? SOURCE_IDS[0],
}))

/** What card payments cost most shops: 2.9 % and 30 cents (look/README.md). */
const FEE_RATE = 0.029
const FEE_FIXED: Minor = 30

export const feesOf = (price: Minor): Minor => Math.round(price * FEE_RATE) + FEE_FIXED

export const profitOf = ({ price, cost, shipping }: Pick<ShowcaseProduct, 'price' | 'cost' | 'shipping'>): Minor =>
  price - cost - shipping - feesOf(price)

/** Whole per cent of the selling price. */
export const marginOf = (product: Pick<ShowcaseProduct, 'price' | 'cost' | 'shipping'>): number =>
  Math.round((profitOf(product) / product.price) * 100)
