/** Product cards stand in many answers; what a seller does to one shows in all of them at once. */
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import { personalCalls } from '@omni/contracts/personal.calls.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { patchAnswers } from '../platform/query.ts'
import { keyOf, type ProductKey } from './detail-address.ts'
import { type CardChange, mapCards } from './map-cards.ts'

/** Every call whose answer has product cards in it. */
const WITH_CARDS = [
  catalogCalls.findProducts,
  catalogCalls.findByCollection,
  catalogCalls.listDropshippingProducts,
  catalogCalls.listCampaignProducts,
  catalogCalls.listInspiredProducts,
  catalogCalls.listExpertsChoice,
  catalogCalls.listFavourites,
  personalCalls.listPersonalizedProducts,
  personalCalls.listPickupLeftOff,
  imageSearchCalls.findSuppliers,
  productDetailCalls.getSourceProduct,
  supplierCalls.crawlBySeller,
] as const

/** Returns the way back. */
export function markCards(products: readonly ProductKey[], change: CardChange): () => void {
  const wanted = new Set(products.map(keyOf))
  const apply = <T>(data: T): T => mapCards(data, (card) => wanted.has(keyOf(card)), change)
  const back = WITH_CARDS.map((call) => patchAnswers<typeof call>(call, apply))
  return () => back.forEach((run) => run())
}
