import type { SandboxProcess } from '../../conformance/sandbox-process.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import { google } from '../google/index.ts'
import { allowOnPage } from './consent-form.ts'
import { type ChannelSubject, completeWith, type StoreBooks } from './subject.ts'
import type { TestReceiver } from './test-receiver.ts'

/** Where a sandbox of its own lets consent pages lead back to. */
const CALLBACK = 'http://localhost:3000/callback'
const ACCOUNT = '512000077'

interface Books {
  products: { group_id: string; attributes: { title: string; price: { amountMicros: string }; availability: string } }[]
  created: { group_id: string }[]
  downloads: { hash: string; count: number }[]
}

/** An account of the sandbox whose products show at once, connected by consent and picked. */
export async function googleSubject(sandbox: SandboxProcess, receiver: TestReceiver): Promise<ChannelSubject> {
  await sandbox.act('google-merchant', 'make_account', { account: ACCOUNT, process_ms: 0, judge_ms: 0 })
  const base = `${sandbox.url}/google-merchant`
  const app = {
    client_id: 'sandbox-merchant.apps.googleusercontent.test',
    client_secret: 'sandbox-merchant-secret',
    auth_url: `${base}/o/oauth2/v2/auth`,
    token_url: `${base}/token`,
    api_url: base,
  }

  async function consent(decision: 'allow' | 'deny'): Promise<ConsentGiven | null> {
    const address = google.account.authorizeUrl(app, { state: 'a & b', callback_url: CALLBACK })
    const code = (await allowOnPage(address, decision)).get('code')
    return code === null ? null : { code, callback_url: CALLBACK, shop: ACCOUNT }
  }

  const given = await consent('allow')
  if (!given) throw new VendorError('google', 'invalid', 'the sandbox handed over no code')
  const limits = { take: async () => undefined, report: async () => undefined }
  const call = { app, limits, now: () => new Date() }
  const person = await google.account.connect({ ...call, credentials: null }, given)
  const picked = { id: ACCOUNT, currency: 'USD', country: 'US' }
  const account: Connected<unknown> = await google.outlets.pick({ ...call, credentials: person.credentials }, picked)
  const pictures = Array.from({ length: 6 }, (_, i) => `${receiver.url}/picture-google-${i}.png`)
  return {
    app,
    shop: ACCOUNT,
    account,
    consent,
    outside: sandbox.outside('google-merchant'),
    lacks: ['tags', 'picture_texts', 'quantity'],
    complete: completeWith(pictures),
    probe: async (channel) => ((await channel.store(null)).name === '' ? 0 : 1),
    endpoints: { create: 'productInputs.insert', update: 'productInputs.patch', read: 'products.get' },
    pictures,
    merchant: {
      retitle: (product, title) => sandbox.act('google-merchant', 'edit_product', { account: ACCOUNT, product, title }),
      remove: (product) => sandbox.act('google-merchant', 'delete_product', { account: ACCOUNT, product }),
    },
    receiver,
    async books(): Promise<StoreBooks> {
      const reply = await fetch(`${sandbox.url}/control/google-merchant/books?account=${ACCOUNT}`)
      const { products, created, downloads } = (await reply.json()) as Books // the sandbox's own answer
      return {
        created: created.map(({ group_id }) => ({ remote_id: group_id, key: group_id })),
        products: [...Map.groupBy(products, ({ group_id }) => group_id)].map(([group, [first]]) => ({
          remote_id: group,
          key: group,
          title: first?.attributes.title ?? '',
          price: first?.attributes.price.amountMicros ?? '',
          stock: first?.attributes.availability === 'OUT_OF_STOCK' ? 0 : null,
        })),
        downloads: downloads.map(({ hash, count }) => ({ hash, times: Number(count) })),
      }
    },
  }
}
