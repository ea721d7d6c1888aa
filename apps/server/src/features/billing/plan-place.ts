/**
 * Where an account pays for its plan: at the operator's own provider, or on the invoice of a store.
 *
 * spec: not shown which. The platform whose stores bill allows no other way for what its app delivers, so whoever has
 * such a store pays there, by the oldest one. A plan that is paid for stays where it is until it ends.
 */
import { operatorPlans, storePlans } from '@omni/connectors/payments/registry.ts'
import type { SubscriptionsProvider } from '@omni/connectors/payments/subscriptions.ts'
import * as service from '@omni/connectors/service.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import { findPlan } from '@omni/domain/billing/plan-catalogue.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { BaseCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { tokenStore } from '../../platform/vendor-tokens.ts'
import { openStore } from '../stores/open-store.ts'

export const Place = z.object({
  provider: z.enum([operatorPlans.id, storePlans.id]),
  store_workplace_id: z.string().nullable(),
  store_id: z.string().nullable(),
})
export type Place = z.output<typeof Place>

export const OPERATOR: Place = { provider: operatorPlans.id, store_workplace_id: null, store_id: null }

/** Of a row of subscriptions or of charges. What the wallet paid for has no provider. */
export const placeOf = (row: { provider: string; store_workplace_id: string | null; store_id: string | null }): Place =>
  row.provider === storePlans.id
    ? { provider: storePlans.id, store_workplace_id: row.store_workplace_id, store_id: row.store_id }
    : OPERATOR

export const billsThroughStore = ({ provider }: Pick<Place, 'provider'>): boolean => provider === storePlans.id

/** For an account that pays for nothing yet. */
export async function homePlace(tx: Tx, config: Config, user_id: string): Promise<Place> {
  if (storePlans.mode(config.vendor_env) === 'off') return OPERATOR
  const { rows } = await sql<{ store_workplace_id: string; store_id: string }>`
    select store_workplace_id, store_id from home_store_of(${user_id})`.execute(tx)
  return rows[0] ? { provider: storePlans.id, ...rows[0] } : OPERATOR
}

/** Read from the configuration, because operations under a key reach no provider. */
export const isSetUp = ({ vendor_env }: Config, place: Place): boolean =>
  billsThroughStore(place) ? storePlans.mode(vendor_env) !== 'off' : service.isSetUp(operatorPlans, vendor_env)

/** Whether plans are changed and extras are charged without a page. */
export const changesInPlace = (place: Pick<Place, 'provider'>): boolean => !billsThroughStore(place)

/** The provider's name for a plan. Null: it is not sold there. Stores keep no prices: ours is carried along. */
export const priceOf = ({ vendor_env }: Config, place: Place, plan_id: string): string | null =>
  billsThroughStore(place) ? plan_id : operatorPlans.priceOf(vendor_env, plan_id)
export const planOfPrice = ({ vendor_env }: Config, place: Place, price_ref: string): string | null =>
  billsThroughStore(place) ? (findPlan(price_ref)?.id ?? null) : operatorPlans.planOf(vendor_env, price_ref)

type PlaceCtx = Pick<BaseCtx, 'as' | 'secrets' | 'services' | 'now' | 'config'>

/** For jobs and for reads. An error that waits where it is not set up, or where the store cannot be reached. */
export async function openProvider(ctx: PlaceCtx, place: Place): Promise<SubscriptionsProvider> {
  if (!billsThroughStore(place)) {
    const { subscriptions } = ctx.services
    if (!subscriptions) throw new VendorError(operatorPlans.id, 'unavailable', 'it is not set up here')
    return subscriptions
  }
  const { store_workplace_id, store_id } = place
  const store =
    store_workplace_id && store_id ? await openStore(ctx, { workplace_id: store_workplace_id, store_id }) : null
  if (!store?.channel.billing) throw new VendorError(storePlans.id, 'auth_expired', 'the store is not connected')
  return storePlans.through(store.channel.billing, settingsOf(ctx))
}

/** A store that was left while it paid for a plan, by the key that was kept; in the scope where the account pays. */
export async function openLeft(
  ctx: PlaceCtx & Pick<BaseCtx, 'db'>,
  subscription_id: string,
): Promise<SubscriptionsProvider | null> {
  const { db, secrets, services } = ctx
  const kept = await db.read((tx) =>
    tx
      .selectFrom('plan_farewells')
      .select('account_id')
      .where('subscription_id', '=', subscription_id)
      .executeTakeFirst(),
  )
  if (!kept) return null
  const key = sql`subscription_id = ${subscription_id}`
  const tokens = tokenStore({ db, secrets, table: 'plan_farewells', sealed: 'credentials', key })
  const { billing } = services.channels.through(storePlans.id, kept.account_id, tokens)
  return billing ? storePlans.through(billing, settingsOf(ctx)) : null
}

const settingsOf = ({ config: { PUBLIC_URL, vendor_env }, now }: Pick<BaseCtx, 'config' | 'now'>) => ({
  return_to: new URL('/app/setting/billing', PUBLIC_URL).href,
  is_test: storePlans.mode(vendor_env) === 'test',
  now,
})

/** A test that kills senders cannot wait for as long as a provider may take. */
export function profileOf({ PAYMENT_LANDS_MS: ms }: Config, place: Place): AttemptProfile {
  const { profile } = billsThroughStore(place) ? storePlans : operatorPlans
  if (ms === undefined) return profile
  return { ...profile, send_within_ms: ms, answers_within_ms: ms, lands_within_ms: ms, shows_within_ms: 0 }
}
