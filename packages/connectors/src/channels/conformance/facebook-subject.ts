import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import { facebook } from '../facebook/index.ts'
import { allowOnPage } from './consent-form.ts'
import { type ChannelSubject, completeWith, type StoreBooks } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'

/** Where a sandbox of its own lets consent pages lead back to. */
const CALLBACK = 'http://localhost:3000/callback'
const CATALOG = '910000000000077'

interface Books {
  items: {
    retailer_id: string
    group_id: string
    data: { title: string; price: string; quantity_to_sell_on_facebook?: number }
  }[]
  created: { group_id: string }[]
  downloads: { hash: string; count: number }[]
}

/** A catalog of the sandbox whose batches are worked at once, connected by consent and picked. */
export async function facebookSubject(sandbox: SandboxProcess, receiver: TestReceiver): Promise<ChannelSubject> {
  await sandbox.act('facebook', 'make_catalog', { catalog: CATALOG, finish_ms: 0 })
  const base = `${sandbox.url}/facebook`
  const app = { app_id: 'sandbox-meta-app', app_secret: 'sandbox-meta-secret', dialog_url: base, graph_url: base }

  async function consent(decision: 'allow' | 'deny'): Promise<ConsentGiven | null> {
    const address = facebook.account.authorizeUrl(app, { state: 'a & b', callback_url: CALLBACK })
    const back = await allowOnPage(address, decision)
    const code = back.get('code')
    return code === null ? null : { code, callback_url: CALLBACK, shop: CATALOG }
  }

  const given = await consent('allow')
  if (!given) throw new VendorError('facebook', 'invalid', 'the sandbox handed over no code')
  const limits = { take: async () => undefined, report: async () => undefined }
  const call = { app, limits, now: () => new Date() }
  const person = await facebook.account.connect({ ...call, credentials: null }, given)
  const picked = { id: CATALOG, currency: 'USD', country: 'US' }
  const account: Connected<unknown> = await facebook.outlets.pick({ ...call, credentials: person.credentials }, picked)
  const pictures = Array.from({ length: 6 }, (_, i) => `${receiver.url}/picture-facebook-${i}.png`)
  return {
    app,
    shop: CATALOG,
    account,
    consent,
    outside: sandbox.outside('facebook'),
    lacks: ['tags', 'picture_texts'],
    complete: completeWith(pictures),
    endpoints: { create: 'items_batch', update: 'items_batch', read: 'products' },
    pictures,
    merchant: {
      retitle: (product, title) => sandbox.act('facebook', 'edit_product', { catalog: CATALOG, product, title }),
      remove: (product) => sandbox.act('facebook', 'delete_product', { catalog: CATALOG, product }),
    },
    receiver,
    async books(): Promise<StoreBooks> {
      const reply = await fetch(`${sandbox.url}/control/facebook/books?catalog=${CATALOG}`)
      const { items, created, downloads } = (await reply.json()) as Books // the sandbox's own answer
      const groups = Map.groupBy(items, ({ group_id }) => group_id)
      return {
        // A product is made with its first item.
        created: created.map(({ group_id }) => ({ remote_id: group_id, key: group_id })),
        products: [...groups].map(([group, [first]]) => ({
          remote_id: group,
          key: group,
          title: first?.data.title ?? '',
          price: first?.data.price ?? '',
          stock: first?.data.quantity_to_sell_on_facebook ?? null,
        })),
        downloads: downloads.map(({ hash, count }) => ({ hash, times: Number(count) })),
      }
    },
  }
}
