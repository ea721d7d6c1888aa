import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from '../platform/embedded-postgres.ts'

/** The prices of the sandbox's Paddle, by our plans. */
const PRICES = [
  ['starter', 'starter'],
  ['basic', 'basic'],
  ['growth_tier_1', 'growth'],
  ['pro_tier_1', 'pro'],
]
  .flatMap(([plan, tier]) =>
    ['monthly', 'yearly'].map((cycle) => `${plan}_${cycle}:pri_${`01${tier}${cycle}`.padEnd(26, '0')}`),
  )
  .join(',')

/** The outside world as a process of its own. */
export interface SandboxProcess {
  url: string
  /** Points the server's suppliers at it. */
  env: Record<string, string>
  /** Points it at the bank. Apart: without a bank each workplace has play money, which most tests pay with. */
  bank_env: Record<string, string>
  /** Points it at PayPal. */
  paypal_env: Record<string, string>
  /** Points it at the tracker. Apart: most tests follow no parcels. */
  tracker_env: Record<string, string>
  /** Points it at the provider of plans. */
  paddle_env: Record<string, string>
  /** Plans of accounts with a Shopify store are on that store's invoice. */
  store_plans_env: Record<string, string>
  setFaults: (vendor: string, faults: object[]) => Promise<void>
  events: (vendor: string) => Promise<{ kind: string; name: string; status: number | null; at: string }[]>
  /** Runs one of the vendor's control actions. */
  act: (vendor: string, action: string, input?: object) => Promise<Record<string, unknown>>
  /** What a vendor adds to the control API. */
  control: (path: string) => Promise<unknown>
  /** Its time goes on by so much at once. */
  step: (ms: number) => Promise<void>
  /** A new world, with Omni at another address. */
  reset: (omni: string) => Promise<void>
  stop: () => void
}

const MOST_TRIES = 3

/** Another test may take the port between our look and the process: then another one. Why it ended, it says itself. */
async function startOnFreePort(database: string, products: number, omni: string) {
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const child = fork(fileURLToPath(new URL('../../../sandbox/src/main.ts', import.meta.url)), {
      env: {
        ...process.env,
        SANDBOX_PORT: String(port),
        SANDBOX_SMTP_PORT: '0',
        SANDBOX_PRODUCTS: String(products),
        SANDBOX_CAPTURES: 'off',
        SANDBOX_PICTURES: 'asked',
        PUBLIC_URL: omni,
        SANDBOX_PUBLIC_URL: url,
        SANDBOX_DATABASE_URL: database,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const ready = await new Promise<boolean>((done) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.includes('"ready":true')) done(true)
      })
      child.once('exit', () => done(false))
    })
    if (ready) return { url, child }
    if (tries === MOST_TRIES) throw new Error('the sandbox ended before it was ready')
  }
}

/**
 * `database`: its own, an address. `omni`: where the server is reached, for consent pages that only lead back there.
 */
export async function openSandbox(database: string, products: number, omni: string): Promise<SandboxProcess> {
  const { url, child } = await startOnFreePort(database, products, omni)
  const control = async (path: string, init?: RequestInit): Promise<{ events?: never[]; [name: string]: unknown }> => {
    const reply = await fetch(`${url}/control${path}`, { ...init, headers: { 'content-type': 'application/json' } })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { events?: never[]; [name: string]: unknown } // the control API's own answer
  }
  return {
    url,
    env: {
      SANDBOX_URL: url,
      RATES_URL: `${url}/rates/api`,
      RATES_APP_ID: 'sandbox-rates-key',
      ALIEXPRESS_URL: `${url}/aliexpress`,
      ALIEXPRESS_APP_KEY: '500100',
      ALIEXPRESS_APP_SECRET: 'sandbox-aliexpress-secret',
      ALIEXPRESS_REFRESH_TOKEN: 'sandbox-operator-refresh',
      CJ_URL: `${url}/cj/api2.0/v1`,
      CJ_API_KEY: 'CJ1000001@api@00000000000000000000000000000001',
      SUPPLIER_BUDGETS: 'cj:500000',
      EBAY_URL: `${url}/ebay`,
      EBAY_APP_ID: 'sandbox-ebay-app',
      EBAY_CERT_ID: 'sandbox-ebay-cert',
      EBAY_CONDITIONS: 'new,refurbished,used',
      AMAZON_URL: `${url}/amazon`,
      AMAZON_TOKEN_URL: `${url}/amazon/auth/o2/token`,
      AMAZON_CREDENTIAL_ID: 'amzn1.sandbox',
      AMAZON_CREDENTIAL_SECRET: 'sandbox-amazon-secret',
      AMAZON_PARTNER_TAG: 'omni-20',
      AMAZON_PER_SECOND: '10',
      ZOPI_URL: `${url}/zopi/v1`,
      ZOPI_API_KEY: 'zopi-sandbox-key',
      ZOPI_WEBHOOK_SECRET: 'zopi-sandbox-webhook-secret',
      TEMU_URL: `${url}/temu`,
      ALIBABA_URL: `${url}/alibaba`,
      ALIBABA_AUTH_URL: `${url}/alibaba`,
      ALIBABA_APP_KEY: '500200',
      ALIBABA_APP_SECRET: 'sandbox-alibaba-secret',
      CAPTURE_SECRET: 'sandbox-capture-secret',
      SHOPIFY_API_KEY: 'sandbox-shopify-key',
      SHOPIFY_API_SECRET: 'sandbox-shopify-secret',
      SHOPIFY_BASE_URL: `${url}/shopify/{shop}`,
      TIKTOK_APP_KEY: '6sandboxtik1',
      TIKTOK_APP_SECRET: 'sandbox-tiktok-secret',
      TIKTOK_SERVICE_ID: '7300000000000000001',
      TIKTOK_API_URL: `${url}/tiktok`,
      TIKTOK_AUTH_URL: `${url}/tiktok`,
      TIKTOK_CONSENT_URL: `${url}/tiktok/open/authorize`,
      TIKTOK_PRODUCT_URL: `${url}/tiktok/view/product/{id}`,
      META_APP_ID: 'sandbox-meta-app',
      META_APP_SECRET: 'sandbox-meta-secret',
      META_DIALOG_URL: `${url}/facebook`,
      META_GRAPH_URL: `${url}/facebook`,
      GOOGLE_MERCHANT_CLIENT_ID: 'sandbox-merchant.apps.googleusercontent.test',
      GOOGLE_MERCHANT_CLIENT_SECRET: 'sandbox-merchant-secret',
      GOOGLE_MERCHANT_AUTH_URL: `${url}/google-merchant/o/oauth2/v2/auth`,
      GOOGLE_MERCHANT_TOKEN_URL: `${url}/google-merchant/token`,
      GOOGLE_MERCHANT_API_URL: `${url}/google-merchant`,
      ARCHIVE_URL: `${url}/archive/v1`,
      ARCHIVE_API_KEY: 'sandbox-archive-key',
    },
    bank_env: {
      STRIPE_URL: `${url}/stripe`,
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    },
    paypal_env: {
      PAYPAL_URL: `${url}/paypal`,
      PAYPAL_CLIENT_ID: 'sandbox-paypal-client',
      PAYPAL_CLIENT_SECRET: 'sandbox-paypal-secret',
      PAYPAL_WEBHOOK_ID: 'WH-SANDBOX-1',
    },
    tracker_env: { SEVENTEEN_TRACK_URL: `${url}/17track`, SEVENTEEN_TRACK_KEY: 'sandbox-17track-key' },
    paddle_env: {
      PADDLE_URL: `${url}/paddle`,
      PADDLE_API_KEY: 'pdl_sdbx_apikey_sandbox',
      PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_sandbox',
      PADDLE_PRICES: PRICES,
    },
    store_plans_env: {
      SHOPIFY_BILLING: 'on',
      SHOPIFY_PARTNER_URL: `${url}/shopify/partners`,
      SHOPIFY_PARTNER_ORGANISATION: '1000001',
      SHOPIFY_PARTNER_TOKEN: 'prtapi_sandbox',
    },
    setFaults: async (vendor, faults) => {
      await control(`/vendors/${vendor}/faults`, { method: 'PUT', body: JSON.stringify(faults) })
    },
    events: async (vendor) => (await control(`/events?vendor=${vendor}&limit=1000`)).events ?? [],
    act: (vendor, action, input = {}) =>
      control(`/vendors/${vendor}/actions/${action}`, { method: 'POST', body: JSON.stringify(input) }),
    control,
    step: async (ms) => {
      await control('/clock', { method: 'POST', body: JSON.stringify({ advance_ms: Math.ceil(ms) }) })
    },
    reset: async (omni_url) => {
      await control('/reset', { method: 'POST', body: JSON.stringify({ omni_url }) })
    },
    stop: () => {
      child.kill('SIGKILL')
    },
  }
}
