/**
 * Plans on a store's own Shopify invoice, behind the interface that every provider of plans is behind. What Shopify does and where it
 * was seen: channels/shopify/billing.ts. Its ways differ in four points, and each is told here once:
 * - Every change is a new subscription, which the owner approves on a page; Shopify prorates and ends the one before.
 * - A page is told once. One whose reply was lost can be approved by nobody: it is not there, and another is opened.
 * - A subscription ends at once or not at all: ending with the cycle is ours to remember (`scheduled: 'never'`).
 * - What was billed is not told here (`total` is null) but in Shopify's report to the app's owner (report.ts).
 */
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { StoreBilling, StorePlan, StorePurchase } from '../../channels/channel.ts'
import { VendorError } from '../../vendor-error.ts'
import { mapDone } from '../../write-outcome.ts'
import type {
  ProviderSubscription,
  ProviderTransaction,
  StoreBillingCalls,
  StoreBillingSettings,
  StorePlans,
  SubscriptionsProvider,
} from '../subscriptions.ts'
import { shopifyReport } from './report.ts'

const ID = 'shopify'
const SECOND_MS = 1000
const DAY_MS = 86_400_000

/** Nothing is merged; the times are those of every write to a Shopify store. */
const PROFILE: AttemptProfile = {
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 3,
  send_within_ms: 10 * SECOND_MS,
  answers_within_ms: 30 * SECOND_MS,
  lands_within_ms: 120 * SECOND_MS,
  shows_within_ms: 30 * SECOND_MS,
  asks_person_after_ms: 3600 * SECOND_MS,
}

/** `test`: by Shopify's test charges, which nobody is billed for. */
const MODES = ['off', 'on', 'test'] as const

export const shopifyPlans: StorePlans = {
  id: ID,
  name: 'Shopify',
  proved: { plans: ['schema', 'documents', 'clients'] },
  profile: PROFILE,
  settings: {
    SHOPIFY_BILLING: { pattern: { is: `^(${MODES.join('|')})$`, must: 'must be off, on or test' } },
    SHOPIFY_PARTNER_URL: { default: 'https://partners.shopify.com', sandbox: '{sandbox}/shopify/partners' },
    SHOPIFY_PARTNER_ORGANISATION: { sandbox: '1000001' },
    SHOPIFY_PARTNER_TOKEN: { sandbox: 'prtapi_sandbox' },
  },
  deploy: [
    {
      variables: ['SHOPIFY_BILLING'],
      meaning:
        "`on`: accounts with a Shopify store pay for their plan on that store's invoice, as Shopify asks of public apps; the others at the operator's own provider. `test`: by Shopify's test charges, which nobody is billed for",
      without: '`off`',
    },
    {
      variables: ['SHOPIFY_PARTNER_ORGANISATION', 'SHOPIFY_PARTNER_TOKEN'],
      meaning:
        "The organisation's number and an access token of Shopify's Partner API with the right to read finances. What stores were billed is read there every hour and posted; without them that money is in no books of ours. `SHOPIFY_PARTNER_URL` leads to a sandbox if need be",
      without: 'off',
    },
  ],
  needs: 'SHOPIFY_BILLING',
  mode: (env) => MODES.find((mode) => mode === env['SHOPIFY_BILLING']) ?? 'off',
  through: shopifySubscriptions,
  report: (env) =>
    env['SHOPIFY_PARTNER_TOKEN'] === undefined
      ? undefined
      : shopifyReport({
          url: env['SHOPIFY_PARTNER_URL'] ?? '',
          organisation: env['SHOPIFY_PARTNER_ORGANISATION'] ?? '',
          access_token: env['SHOPIFY_PARTNER_TOKEN'],
          api_key: env['SHOPIFY_API_KEY'] ?? '',
        }),
}

/** Ours, carried by the address: a subscription has no other field that is the app's alone. */
function carriedBy(return_url: string): { reference: string; price_ref: string } {
  const query = URL.canParse(return_url) ? new URL(return_url).searchParams : new URLSearchParams()
  return { reference: query.get('paid') ?? '', price_ref: query.get('plan') ?? '' }
}

/** A purchase has no address that could be read again: its name ends with our reference. */
const named = (title: string, reference: string) => `${title} (${reference})`
const referenceIn = (name: string) => /\((om[0-9a-z]{26})\)$/.exec(name)?.[1] ?? ''

const STATUS: Record<StorePlan['state'], ProviderTransaction['status']> = {
  pending: 'open',
  active: 'completed',
  frozen: 'completed',
  ended: 'completed',
  declined: 'canceled',
  expired: 'canceled',
}

const NO_MONEY = { total: null, tax: 0, fee: null, invoice_number: null, url: null, happened_at: null, method: null }

const pageOf = (plan: StorePlan): ProviderTransaction => ({
  ...NO_MONEY,
  transaction_ref: plan.ref,
  status: STATUS[plan.state],
  origin: 'checkout',
  subscription_ref: plan.state === 'active' || plan.state === 'frozen' ? plan.ref : null,
  customer_ref: null,
  reference: carriedBy(plan.return_url).reference,
  price_refs: [carriedBy(plan.return_url).price_ref],
  currency: plan.price.currency,
  period: null,
  created_at: plan.created_at,
  error_key: plan.state === 'declined' ? 'page_declined' : null,
})

const purchaseOf = ({ ref, name, state, price, created_at }: StorePurchase): ProviderTransaction => ({
  ...NO_MONEY,
  transaction_ref: ref,
  status: STATUS[state],
  origin: 'checkout',
  subscription_ref: null,
  customer_ref: null,
  reference: referenceIn(name),
  price_refs: [],
  currency: price.currency,
  period: null,
  created_at,
  error_key: state === 'declined' ? 'page_declined' : null,
})

function subscriptionOf(plan: StorePlan, asked_at: Date): ProviderSubscription {
  const { period_end: ends_at } = plan
  const isBilled = plan.state === 'active'
  return {
    subscription_ref: plan.ref,
    customer_ref: '',
    status: isBilled ? 'active' : plan.state === 'frozen' ? 'past_due' : 'canceled',
    ...carriedBy(plan.return_url),
    currency: plan.price.currency,
    period: ends_at && { starts_at: new Date(ends_at.getTime() - plan.days * DAY_MS), ends_at },
    next_billed_at: isBilled ? ends_at : null,
    scheduled: 'never',
    // When it was approved is not told, and it may be days after it was made.
    started_at: null,
    // Nothing of it tells when it changed: what was asked for later is at least as new.
    updated_at: asked_at,
  }
}

/** Whether a charge counts here: tried out where it is tried out, real where it is real. */
const own =
  (is_test: boolean) =>
  (one: { is_test: boolean }): boolean =>
    one.is_test === is_test

function shopifySubscriptions(
  billing: StoreBillingCalls,
  { return_to, is_test, now }: StoreBillingSettings,
): SubscriptionsProvider {
  async function readAll(refs: string[] = []): Promise<StoreBilling> {
    const { plans, purchases, ...rest } = await billing.read({ refs })
    return { ...rest, plans: plans.filter(own(is_test)), purchases: purchases.filter(own(is_test)) }
  }
  const returnUrl = (reference: string, plan?: string) =>
    `${return_to}?${new URLSearchParams({ paid: reference, ...(plan !== undefined && { plan }) })}`
  const missing = () => new VendorError(ID, 'not_found', 'the store has no such charge')

  return {
    id: ID,
    finds_pages: false,
    async openCheckout({ reference, buys, applies }) {
      const { title, amount, currency } = buys
      const price = { amount, currency }
      const send =
        buys.is === 'plan'
          ? await billing.subscribe.prepare({
              name: title,
              return_url: returnUrl(reference, buys.price_ref),
              price,
              days: buys.days,
              applies,
              is_test,
            })
          : await billing.purchase.prepare({
              name: named(title, reference),
              return_url: returnUrl(reference),
              price,
              is_test,
            })
      const opened = { ...NO_MONEY, status: 'open', origin: 'checkout', subscription_ref: null } as const
      return async (send_by) =>
        mapDone(await send(send_by), ({ ref, url }) => ({
          ...opened,
          transaction_ref: ref,
          customer_ref: null,
          reference,
          price_refs: buys.is === 'plan' ? [buys.price_ref] : [],
          currency,
          period: null,
          url,
          created_at: now,
          error_key: null,
        }))
    },
    async cancel({ subscription_ref: ref }) {
      const send = await billing.cancel.prepare({ ref, gives_back: false })
      return async (send_by) => mapDone(await send(send_by), () => ({ subscription_ref: ref }))
    },
    async readSubscription(ref) {
      const { plans, active, asked_at } = await readAll([ref])
      const plan = plans.find((one) => one.ref === ref)
      const successor = plans.findLast((one) => active.includes(one.ref) && one.ref !== ref)
      const now = plan?.state === 'active' || plan?.state === 'frozen' ? plan : (successor ?? plan)
      if (!now) throw missing()
      return subscriptionOf(now, asked_at)
    },
    async readTransaction(ref) {
      const { plans, purchases } = await readAll(ref.includes('/AppSubscription/') ? [ref] : [])
      const plan = plans.find((one) => one.ref === ref)
      const purchase = purchases.find((one) => one.ref === ref)
      if (plan) return pageOf(plan)
      if (purchase) return purchaseOf(purchase)
      throw missing()
    },
    async listTransactions({ since }) {
      const { plans, purchases } = await readAll()
      return [...plans.map(pageOf), ...purchases.map(purchaseOf)].filter(({ created_at }) => created_at >= since)
    },
  }
}
