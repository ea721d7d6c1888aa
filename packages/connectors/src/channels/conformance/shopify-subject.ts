import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import { shopify } from '../shopify/index.ts'
import { allowOnPage } from './consent-form.ts'
import type { ChannelSubject, StoreBooks } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'

/** Where a sandbox of its own lets consent pages lead back to. */
const ALLOWED_ORIGIN = 'http://localhost:3000'

/** As the sandbox knows us. */
const APP = { api_key: 'sandbox-shopify-key', api_secret: 'sandbox-shopify-secret' }

const gid = (id: number) => `gid://shopify/Product/${id}`

const numberOf = (remote_id: string) => Number(remote_id.split('/').at(-1))

interface Books {
  created: { product_id: number; key: string | null }[]
  products: {
    id: number
    key: string | null
    body: { title: string; variants: { price: string; quantity: number }[] }
  }[]
  downloads: { hash: string; count: number }[]
  orders: { id: number; body: { fulfillments?: { numbers: string[]; notified: boolean }[] } }[]
}

/** A shop of the sandbox with the largest bucket, connected by consent. */
export async function shopifySubject(sandbox: SandboxProcess, receiver: TestReceiver): Promise<ChannelSubject> {
  const shop = 'conformance.myshopify.com'
  await sandbox.act('shopify', 'make_shop', { name: 'conformance', points_per_second: 2000 })
  const app = { ...APP, base_url: `${sandbox.url}/shopify/{shop}` }

  async function consent(decision: 'allow' | 'deny'): Promise<ConsentGiven | null> {
    const callback_url = `${ALLOWED_ORIGIN}/callback`
    const address = shopify.account.authorizeUrl(app, { state: 'a & b', callback_url, shop })
    const code = (await allowOnPage(address, decision)).get('code')
    return code === null ? null : { code, shop }
  }

  const given = await consent('allow')
  if (!given) throw new VendorError('shopify', 'invalid', 'the sandbox handed over no code')
  const limits = { take: async () => undefined, report: async () => undefined }
  const account: Connected<unknown> = await shopify.account.connect(
    { app, limits, now: () => new Date(), credentials: null },
    given,
  )
  return {
    app,
    shop,
    account,
    consent,
    outside: sandbox.outside('shopify'),
    endpoints: { create: 'productSet', update: 'productVariantsBulkUpdate', read: 'nodes' },
    pictures: Array.from({ length: 6 }, (_, i) => `${receiver.url}/picture-shopify-${i}.png`),
    merchant: {
      retitle: (product, title) => sandbox.act('shopify', 'edit_product', { shop, product, title }),
      remove: (product) => sandbox.act('shopify', 'delete_product', { shop, product }),
    },
    sales: {
      async sell(remote_id, quantity) {
        const input = { shop, product: numberOf(remote_id), quantity }
        const { ids } = await sandbox.actFor<{ ids: number[] }>('shopify', 'place_orders', input)
        return `gid://shopify/Order/${ids[0]}`
      },
      refund: (order) => sandbox.act('shopify', 'refund_line', { shop, order: numberOf(order) }),
      cancel: (order) => sandbox.act('shopify', 'cancel_order', { shop, order: numberOf(order) }),
      bring: (order, action, input) => sandbox.act('shopify', action, { shop, order: numberOf(order), ...input }),
      endpoint: 'fulfillmentCreate',
      async parcels(order) {
        const reply = await fetch(`${sandbox.url}/control/shopify/books?shop=${shop}`)
        const { orders } = (await reply.json()) as Books // the sandbox's own answer
        const own = orders.find(({ id }) => id === numberOf(order))?.body.fulfillments ?? []
        return own.flatMap(({ numbers, notified }) => numbers.map((number) => ({ number, told: notified ? 1 : 0 })))
      },
    },
    receiver,
    async books(): Promise<StoreBooks> {
      const reply = await fetch(`${sandbox.url}/control/shopify/books?shop=${shop}`)
      const { created, products, downloads } = (await reply.json()) as Books // the sandbox's own answer
      return {
        created: created.map(({ product_id, key }) => ({ remote_id: gid(product_id), key: key ?? '' })),
        products: products.map(({ id, key, body: { title, variants } }) => ({
          remote_id: gid(id),
          key,
          title,
          price: variants[0]?.price ?? '',
          stock: variants[0]?.quantity ?? null,
        })),
        downloads: downloads.map(({ hash, count }) => ({ hash, times: count })),
      }
    },
  }
}
