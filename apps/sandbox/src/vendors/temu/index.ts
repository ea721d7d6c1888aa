import { CAPTURE_TABLES, captureAgent, type CaptureTables } from '../../capture/capture-agent.ts'
import { pageRoute, productPage } from '../../capture/product-page.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { orderActions, orderBooks } from '../../orders/control.ts'
import { ORDER_TABLES, type OrderTables } from '../../orders/tables.ts'
import { SHOP_ENDPOINTS, shopCounter } from '../../shop/shop-routes.ts'
import { rawData, shownShipping, urlOf } from './read-page.ts'

const agent = captureAgent('temu', (offer, publicUrl, now) => ({
  url: urlOf(offer, publicUrl),
  data: { rawData: rawData(offer, publicUrl, now), shipping: shownShipping(offer) },
}))

/**
 * Temu has no API for buyers: a shop of pages, the operator's browser that looks through it, and its counter. Sources
 * other than the connector's: the extractor of a dropshipping suite (addresses that end in `-g-<id>.html`, `rawData` of the
 * window), and a reader of carts in an app (prices in cents, specs of a SKU with keys and values). Where the page keeps the rest
 * is from the readers that the connector names: a mistake in those shows in neither.
 */
export const temu = defineVendor<CaptureTables & OrderTables>({
  id: 'temu',
  name: 'Temu',
  kind: 'supplier',
  badge: { glyph: 'T', colour: '#FB7701' },
  endpoints: ['page', 'capture', ...SHOP_ENDPOINTS],
  tables: CAPTURE_TABLES + ORDER_TABLES,
  takesOrders: true,
  controlRoutes: (app, world) => orderBooks(app, 'temu', world),
  sendsCallbacks: true,
  async routes(app, world) {
    const { public_url: publicUrl } = world.config
    const supply = supplyWorld(world.config)
    await shopCounter(app, world, {
      source: 'temu',
      prefix: 'PO-',
      skuOf: (offer, { index }) => vendorId('temu', offer.index, index),
    })
    pageRoute(
      app,
      '/us/:file',
      (file) => supply.find('temu', /-g-(\d+)\.html$/.exec(file)?.[1] ?? ''),
      (offer) => {
        const data = rawData(offer, publicUrl, world.now())
        const { sku, goods } = data.store
        const [cheapest] = sku.toSorted((a, b) => a.normalPrice - b.normalPrice)
        return productPage({
          brand: 'Temu',
          colour: '#FB7701',
          offer,
          publicUrl,
          price: cheapest?.normalPriceStr ?? '',
          note: `${offer.rating} stars, ${goods.sideSalesTip}`,
          state: { name: 'rawData', data },
        })
      },
    )
  },
  tick: agent.tick,
  control: { ...agent.control, ...orderActions(), ...offerActions('temu') },
})
