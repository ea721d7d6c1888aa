import { deflateSync, crc32 } from 'node:zlib'
import type { ListingPicture } from '@omni/domain/channels/document.ts'
import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import type { PictureFile } from '../channel.ts'
import { tiktok } from '../tiktok/index.ts'
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

const SIDE = 300

const chunk = (name: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(name), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** A grey picture of the least size that may be listed; the text makes it another file. */
function pictureFile({ picture_key, url }: ListingPicture): PictureFile {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE, 0)
  head.writeUInt32BE(SIDE, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(SIDE * (SIDE + 1), 0))
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${url}`)),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { picture_key, bytes, content_type: 'image/png' }
}

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
      return document.pictures.length > 0 ? document : { ...document, pictures: [only] }
    },
    fileOf: pictureFile,
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
