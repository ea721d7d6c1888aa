/**
 * Shopify's own billing (manual pricing). Types, statuses and what a replacement does: the schema of 2026-10 and the
 * pages of shopify.dev on AppSubscriptionStatus and AppSubscriptionReplacementBehavior. That a merchant who approves
 * comes back with `charge_id`, and that nothing but a read of the installation is believed: Shopify's guide to
 * subscriptions and several apps' code. A charge has no idempotency key and its page cannot be read again: a second
 * one is a second page, harmless until somebody approves it, and an approved one replaces the one before.
 */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { z } from 'zod'
import type { NewStorePlan, NewStorePurchase, OpenedPage, StoreBilling, StorePlan } from '../channel.ts'
import type { VendorCall, Write } from '../../vendor.ts'
import type { App, Credentials } from './app.ts'
import { BILLING, CANCEL_PLAN, PURCHASE_ONCE, SUBSCRIBE_PLAN } from './billing-documents.ts'
import { ask, change, readDone } from './client.ts'

type Call = VendorCall<App, Credentials>

const YEAR_DAYS = 365
const MONTH_DAYS = 30
/** ACCEPTED is deprecated: a store that still says so has approved. */
const STATES: Record<string, StorePlan['state']> = {
  PENDING: 'pending',
  ACCEPTED: 'active',
  ACTIVE: 'active',
  FROZEN: 'frozen',
  DECLINED: 'declined',
  EXPIRED: 'expired',
  CANCELLED: 'ended',
}
const State = z.string().transform((said) => STATES[said] ?? 'ended')
const Price = z
  .object({ amount: z.string(), currencyCode: z.string() })
  .transform(({ amount, currencyCode: currency }) => ({ amount: toMinor(amount, currency), currency }))
const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const Plan = z.object({
  id: z.string(),
  name: z.string(),
  status: State,
  test: z.boolean(),
  createdAt: Moment,
  currentPeriodEnd: Moment.nullish(),
  returnUrl: z.string(),
  lineItems: z.array(
    z.object({
      plan: z.object({ pricingDetails: z.object({ interval: z.string().optional(), price: Price.optional() }) }),
    }),
  ),
})
const Reply = z.object({
  currentAppInstallation: z.object({
    activeSubscriptions: z.array(Plan),
    allSubscriptions: z.object({ nodes: z.array(Plan) }),
    oneTimePurchases: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: State,
          test: z.boolean(),
          createdAt: Moment,
          price: Price,
        }),
      ),
    }),
  }),
  nodes: z.array(Plan.nullable()),
})

function planOf(said: z.output<typeof Plan>): StorePlan {
  const recurring = said.lineItems.map(({ plan }) => plan.pricingDetails).find(({ price }) => price !== undefined)
  return {
    ref: said.id,
    name: said.name,
    state: said.status,
    is_test: said.test,
    price: recurring?.price ?? { amount: 0, currency: 'USD' },
    days: recurring?.interval === 'ANNUAL' ? YEAR_DAYS : MONTH_DAYS,
    period_end: said.currentPeriodEnd ?? null,
    return_url: said.returnUrl,
    created_at: said.createdAt,
  }
}

async function read(call: Call, { refs }: { refs: string[] }): Promise<StoreBilling> {
  const asked_at = call.now()
  const document = { text: BILLING.text, cost: BILLING.cost(refs.length) }
  const { currentAppInstallation: app, nodes } = await ask(call, document, { ids: refs }, Reply)
  const named = nodes.filter((node) => node !== null)
  const all = new Map([...app.allSubscriptions.nodes, ...named].map((plan) => [plan.id, planOf(plan)]))
  // What is active now is told last: between two parts of a reply nothing changes, but lists may lag behind.
  for (const plan of app.activeSubscriptions) all.set(plan.id, planOf(plan))
  return {
    asked_at,
    active: app.activeSubscriptions.map(({ id }) => id),
    plans: [...all.values()].toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    purchases: app.oneTimePurchases.nodes
      .map(({ id, name, status, test, createdAt, price }) => ({
        ref: id,
        name,
        state: status,
        is_test: test,
        price,
        created_at: createdAt,
      }))
      .toReversed(),
  }
}

const Opened = <K extends string>(key: K) =>
  z.object({ [key]: z.object({ id: z.string() }), confirmationUrl: z.url() } as {
    [Name in K]: z.ZodObject<{ id: z.ZodString }>
  } & { confirmationUrl: z.ZodURL })

const money = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount: toDecimal(amount, currency),
  currencyCode: currency,
})

const subscribe: Write<App, Credentials, NewStorePlan, OpenedPage> = {
  cost: { units: SUBSCRIBE_PLAN.cost() },
  async send(call, { name, return_url, price, days, applies, is_test }) {
    const interval = days >= YEAR_DAYS ? 'ANNUAL' : 'EVERY_30_DAYS'
    const outcome = await change(call, SUBSCRIBE_PLAN.text, {
      name,
      returnUrl: return_url,
      lineItems: [{ plan: { appRecurringPricingDetails: { price: money(price), interval } } }],
      test: is_test,
      replacementBehavior: applies === 'now' ? 'APPLY_IMMEDIATELY' : 'APPLY_ON_NEXT_BILLING_CYCLE',
    })
    return readDone(outcome, Opened('appSubscription'), ({ appSubscription, confirmationUrl }) => ({
      ref: appSubscription.id,
      url: confirmationUrl,
    }))
  },
}

const purchase: Write<App, Credentials, NewStorePurchase, OpenedPage> = {
  cost: { units: PURCHASE_ONCE.cost() },
  async send(call, { name, return_url, price, is_test }) {
    const variables = { name, price: money(price), returnUrl: return_url, test: is_test }
    const outcome = await change(call, PURCHASE_ONCE.text, variables)
    return readDone(outcome, Opened('appPurchaseOneTime'), ({ appPurchaseOneTime, confirmationUrl }) => ({
      ref: appPurchaseOneTime.id,
      url: confirmationUrl,
    }))
  },
}

const cancel: Write<App, Credentials, { ref: string; gives_back: boolean }, { ref: string }> = {
  cost: { units: CANCEL_PLAN.cost() },
  async send(call, { ref, gives_back }) {
    const outcome = await change(call, CANCEL_PLAN.text, { id: ref, prorate: gives_back })
    return readDone(outcome, z.object({ appSubscription: z.object({ id: z.string() }) }), () => ({ ref }))
  },
}

export const billing = { read, subscribe, purchase, cancel }
