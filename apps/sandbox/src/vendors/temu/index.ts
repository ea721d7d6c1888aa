import { CAPTURE_TABLES, captureAgent, type CaptureTables } from '../../capture/capture-agent.ts'
import { pageRoute, productPage } from '../../capture/product-page.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { rawData, shownShipping, urlOf } from './read-page.ts'

const agent = captureAgent('temu', (offer, publicUrl, now) => ({
  url: urlOf(offer, publicUrl),
  data: { rawData: rawData(offer, publicUrl, now), shipping: shownShipping(offer) },
}))

/** Temu has no API for buyers: a shop of pages, and the operator's browser that looks through it. */
export const temu = defineVendor<CaptureTables>({
  id: 'temu',
  name: 'Temu',
  kind: 'supplier',
  badge: { glyph: 'T', colour: '#FB7701' },
  endpoints: ['page', 'capture'],
  tables: CAPTURE_TABLES,
  sendsCallbacks: true,
  routes(app, world) {
    const { public_url: publicUrl } = world.config
    const supply = supplyWorld(world.config)
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
  control: agent.control,
})
