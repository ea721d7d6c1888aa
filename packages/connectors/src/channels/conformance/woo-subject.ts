import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import { woocommerce } from '../woocommerce/index.ts'
import type { ChannelSubject, StoreBooks } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'

interface Books {
  created: { product_id: number; key: string }[]
  products: {
    id: number
    key: string | null
    title: string
    price: string
    stock: number | null
    attributes: string[]
  }[]
  downloads: { hash: string; times: number }[]
  orders: {
    id: number
    meta: { key: string; value: { tracking_number: string }[] }[]
    notes: { note: string; customer_note: boolean }[]
  }[]
}

/** A site of the sandbox with the switches that are given, connected by consent. */
export async function wooSubject(
  sandbox: SandboxProcess,
  receiver: TestReceiver,
  switches: { site: string; [name: string]: unknown } = { site: 'conformance' },
  login = '',
): Promise<ChannelSubject> {
  const { site } = switches
  await sandbox.act('woocommerce', 'make_site', switches)
  const setup = { private_origins: sandbox.url, app_name: 'Omni' }
  const app = woocommerce.app.parse(setup)
  const plain = `${sandbox.url}/woocommerce/${site}`
  const typed = login.split(':').map(encodeURIComponent).join(':')
  const shop = login === '' ? plain : plain.replace('//', `//${typed}@`)
  const headers = login === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }

  async function consent(decision: 'allow' | 'deny'): Promise<ConsentGiven | null> {
    const state = `state with & and = ${Math.random()}`
    const callback_url = `${receiver.url.replace('http:', 'https:')}/keys`
    const return_url = `${receiver.url}/back`
    const address = woocommerce.account.authorizeUrl(app, { state, callback_url, return_url, shop })
    const page = await (await fetch(address, { headers })).text()
    const form = new URLSearchParams({ decision })
    for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
      form.set(name, value.replaceAll('&amp;', '&'))
    const target = /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? ''
    const reply = await fetch(target, { method: 'POST', headers, body: form, redirect: 'manual' })
    const back = new URL(reply.headers.get('location') ?? '')
    if (back.searchParams.get('success') !== '1') return null
    const posted = receiver.messages().map(({ raw }) => Buffer.from(raw).toString())
    const code = posted.findLast((text) => text.includes('consumer_key') && text.includes(JSON.stringify(state)))
    return code === undefined ? null : { code, shop }
  }

  const given = await consent('allow')
  if (!given) throw new VendorError('woocommerce', 'invalid', 'the sandbox handed over no keys')
  const limits = { take: async () => undefined, report: async () => undefined }
  const call = { app, limits, now: () => new Date(), credentials: null }
  const account: Connected<unknown> = await woocommerce.account.connect(call, given)
  const act = (name: string, input: object) => sandbox.act('woocommerce', name, { site, ...input })
  return {
    app: setup,
    shop,
    account,
    consent,
    outside: sandbox.outside('woocommerce'),
    endpoints: { create: 'products.create', update: 'variations.batch', read: 'products.list' },
    pictures: Array.from({ length: 6 }, (_, i) => `${receiver.url}/picture-${site}-${i}.png`),
    merchant: {
      retitle: (remote_id, title) => act('edit_product', { id: Number(remote_id), name: title }),
      remove: (remote_id) => act('trash_product', { id: Number(remote_id) }),
    },
    sales: {
      async sell(remote_id, quantity) {
        const input = { site, product: Number(remote_id), quantity }
        const { orders } = await sandbox.actFor<{ orders: number[] }>('woocommerce', 'place_orders', input)
        return String(orders[0])
      },
      refund: (order) => act('refund_line', { order }),
      cancel: (order) => act('set_order_status', { order, status: 'cancelled' }),
      bring: (order, action, input) => act(action, { order, ...input }),
      endpoint: 'orders.update',
      async parcels(order) {
        const reply = await fetch(`${sandbox.url}/control/woocommerce/books?site=${site}`)
        const { orders } = (await reply.json()) as Books // the sandbox's own answer
        const { meta = [], notes = [] } = orders.find(({ id }) => String(id) === order) ?? {}
        const items = meta.find(({ key }) => key === '_wc_shipment_tracking_items')?.value ?? []
        return items.map(({ tracking_number: number }) => ({
          number,
          told: notes.filter(({ note, customer_note }) => customer_note && note.includes(number)).length,
        }))
      },
    },
    receiver,
    async books(): Promise<StoreBooks> {
      const reply = await fetch(`${sandbox.url}/control/woocommerce/books?site=${site}`)
      const { created, products, downloads } = (await reply.json()) as Books // the sandbox's own answer
      return {
        created: created.map(({ product_id, key }) => ({ remote_id: String(product_id), key })),
        products: products.map(({ id, ...rest }) => ({ remote_id: String(id), ...rest })),
        downloads,
      }
    },
  }
}
