import { CAPTURE_TABLES, captureAgent, type CaptureTables } from '../../capture/capture-agent.ts'
import { pageRoute, productPage } from '../../capture/product-page.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { detailData, urlOf } from './read-page.ts'

const agent = captureAgent('alibaba', (offer, publicUrl, now) => ({
  url: urlOf(offer, publicUrl),
  data: detailData(offer, publicUrl, now),
}))

/** Alibaba as a person sees it: pages with wholesale prices, and the operator's browser that looks through them. */
export const alibaba = defineVendor<CaptureTables>({
  id: 'alibaba',
  name: 'Alibaba',
  kind: 'supplier',
  badge: { glyph: 'Al', colour: '#FF6A00' },
  endpoints: ['page', 'capture'],
  tables: CAPTURE_TABLES,
  sendsCallbacks: true,
  routes(app, world) {
    const { public_url: publicUrl } = world.config
    const supply = supplyWorld(world.config)
    pageRoute(
      app,
      '/product-detail/:file',
      (file) => supply.find('alibaba', /_(\d+)\.html$/.exec(file)?.[1] ?? ''),
      (offer) => {
        const data = detailData(offer, publicUrl, world.now())
        const { price, moq } = data.globalData.product
        const ladder = price.productLadderPrices.map(({ min, formatPrice }) => `${formatPrice} from ${min}`).join(', ')
        return productPage({
          brand: 'Alibaba',
          colour: '#FF6A00',
          offer,
          publicUrl,
          price: ladder,
          note: `Minimum order: ${moq} pieces`,
          state: { name: 'detailData', data },
        })
      },
    )
  },
  tick: agent.tick,
  control: agent.control,
})
