import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import { tiktok } from '../tiktok/index.ts'
import { greyPicture } from './grey-picture.ts'
import type { ChannelSubject, StoreBooks } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'

interface Books {
  created: { product_id: string; key: string }[]
  products: {
    product_id: string
    key: string | null
    body: { title: string; skus: { price: string; inventory: { quantity: number }[] }[] }
  }[]
  uploads: { hash: string; times: number }[]
  orders: { order_id: string; body: { items: { package?: { no: number; tracking_number: string } }[] } }[]
}

/** A category of the sandbox's that asks for nothing. */
const LAMPS = '600003'
/** How the sandbox knows us. */
const tiktokApp = (sandbox_url: string) => ({
  app_key: '6sandboxtik1',
  app_secret: 'sandbox-tiktok-secret',
  service_id: '7300000000000000001',
  api_url: `${sandbox_url}/tiktok`,
  auth_url: `${sandbox_url}/tiktok`,
  consent_url: `${sandbox_url}/tiktok/open/authorize`,
  product_url: `${sandbox_url}/tiktok/view/product/{id}`,
})

/** A shop of the sandbox that looks nothing through, connected by consent. */
export async function tiktokSubject(
  sandbox: SandboxProcess,
  receiver: TestReceiver,
  shop = '7495000000000000001',
  more: { seller?: string; [name: string]: unknown } = {},
): Promise<ChannelSubject> {
  const { seller = `Seller ${shop.slice(-4)}` } = more
  await sandbox.act('tiktok', 'make_shop', { id: shop, name: seller, qps: 10_000, ...more })
  const app = tiktokApp(sandbox.url)

  async function consent(decision: 'allow' | 'deny'): Promise<ConsentGiven | null> {
    const address = tiktok.account.authorizeUrl(app, { state: 'a & b', callback_url: '' })
    const page = await (await fetch(address)).text()
    const form = new URLSearchParams({ decision, seller })
    for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
      form.set(name, value.replaceAll('&amp;', '&'))
    const reply = await fetch(address.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
    const back = new URL(reply.headers.get('location') ?? '').searchParams
    if (back.get('state') !== 'a & b') throw new Error('the state was not carried')
    return back.get('error') === null ? { code: back.get('code') ?? '', shop } : null
  }

  const given = await consent('allow')
  if (!given) throw new VendorError('tiktok', 'invalid', 'the sandbox handed over no code')
  const limits = { take: async () => undefined, report: async () => undefined }
  const call = { app, limits, now: () => new Date(), credentials: null }
  const account: Connected<unknown> = await tiktok.account.connect(call, given)
  return {
    app,
    shop,
    account,
    consent,
    outside: sandbox.outside('tiktok'),
    endpoints: { create: 'products.create', update: 'products.prices', read: 'products.get' },
    pictures: Array.from({ length: 6 }, (_, i) => `${receiver.url}/picture-tiktok-${shop}-${i}.png`),
    lacks: ['tags', 'picture_texts', 'file_names', 'variant_pictures'],
    complete: (document) => {
      const [variant] = document.variants
      const url = `${receiver.url}/only-${variant?.sku ?? ''}.png`
      const only = { picture_key: `${variant?.sku ?? ''}-only`, url, alt: '' }
      const pictures = document.pictures.length > 0 ? document.pictures : [only]
      return { categories: [LAMPS], ...document, pictures }
    },
    fileOf: greyPicture,
    merchant: {
      retitle: (product, title) => sandbox.act('tiktok', 'edit_product', { shop, product, title }),
      remove: (product) => sandbox.act('tiktok', 'delete_product', { shop, product }),
    },
    sales: {
      async sell(product, quantity) {
        const input = { shop, product, quantity }
        const { orders } = await sandbox.actFor<{ orders: string[] }>('tiktok', 'place_orders', input)
        return orders[0] ?? ''
      },
      refund: (order) => sandbox.act('tiktok', 'refund_piece', { shop, order }),
      cancel: (order) => sandbox.act('tiktok', 'set_order_status', { shop, order, status: 'CANCELLED' }),
      bring: (order, action, input) => sandbox.act('tiktok', action, { shop, order, ...input }),
      endpoint: 'packages.ship',
      async parcels(order) {
        const reply = await fetch(`${sandbox.url}/control/tiktok/books?shop=${shop}`)
        const { orders } = (await reply.json()) as Books // the sandbox's own answer
        const items = orders.find(({ order_id }) => order_id === order)?.body.items ?? []
        const own = new Map(items.flatMap((item) => (item.package ? [[item.package.no, item.package]] : [])))
        // The platform tells the buyer itself.
        return [...own.values()].map(({ tracking_number }) => ({ number: tracking_number, told: 1 }))
      },
    },
    receiver,
    async books(): Promise<StoreBooks> {
      const reply = await fetch(`${sandbox.url}/control/tiktok/books?shop=${shop}`)
      const { created, products, uploads } = (await reply.json()) as Books // the sandbox's own answer
      return {
        created: created.map(({ product_id, key }) => ({ remote_id: product_id, key })),
        products: products.map(({ product_id, key, body: { title, skus } }) => ({
          remote_id: product_id,
          key,
          title,
          price: skus[0]?.price ?? '',
          stock: skus[0]?.inventory[0]?.quantity ?? null,
        })),
        downloads: uploads,
      }
    },
  }
}
