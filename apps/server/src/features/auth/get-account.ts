import type { UserInfo } from '@omni/contracts/auth.calls.ts'
import { META_KEYS, onboardingOrder } from '@omni/domain/onboarding/onboarding-steps.ts'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'

type Info = z.output<typeof UserInfo>

interface Row {
  user_id: string
  email: string | null
  email_verified_at: string | null
  has_password: boolean
  two_factor_enabled: boolean
  first_name: string
  last_name: string
  avatar: string | null
  language: Info['language']
  is_demo: boolean
  meta_keys: string[]
  onboarding: { AO: string[] }
  plan_reinstalled: boolean
  from_user_mkt: boolean
  from_mobile: boolean
  payment_mode: string
  is_ab: boolean
  is_trial: boolean
  is_new_pricing_mvp: boolean
  is_new_pricing_mvp_v25: boolean
  created_at: string
  workplaces: { id: string; name: string; is_example: boolean }[] | null
  stores: Info['linked_stores'][string] | null
}

/**
 * Foundation spec §3 user info: read in one statement with the session check (schema/accounts.sql),
 * because every screen begins with it.
 */
export async function getAccount(ctx: Ctx): Promise<Info> {
  const own = ctx.session.own_workplaces
  const row = ctx.opened as Row // what open_account gives (feature.ts)
  const stores = row.stores ?? []
  const workplaces = (row.workplaces ?? []).sort((a, b) => own.indexOf(a.id) - own.indexOf(b.id))
  const linked_stores: Info['linked_stores'] = {}
  for (const store of stores) (linked_stores[store.platform] ??= []).push(store)
  const done = row.onboarding.AO
  return {
    id: row.user_id,
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email ?? '',
    email_verified: row.email_verified_at !== null,
    avatar: row.avatar,
    language: row.language,
    has_shop: stores.length > 0,
    has_password: row.has_password,
    two_factor_enabled: row.two_factor_enabled,
    linked_stores,
    onboarding: { AO: onboardingOrder(row).map((step) => ({ step, done: done.includes(step) })) },
    onboarding_enabled: onboardingOrder(row).some((step) => !done.includes(step)),
    remaining_meta_keys: META_KEYS.filter((key) => !row.meta_keys.includes(key)),
    plan_reinstalled: row.plan_reinstalled,
    from_user_mkt: row.from_user_mkt,
    from_mobile: row.from_mobile,
    is_user_mkt: row.from_user_mkt,
    workplaces: workplaces.map(({ id, name }) => ({
      id,
      name,
      store_domains: stores.filter((store) => store.workplace_id === id).map(({ domain }) => domain),
    })),
    current_workplace_id: ctx.workplace_id,
    is_workplace_no_store: !stores.some((store) => store.workplace_id === ctx.workplace_id),
    is_demo: row.is_demo,
    is_example: workplaces.some(({ id, is_example }) => id === ctx.workplace_id && is_example),
    payment_mode: row.payment_mode,
    is_ab: row.is_ab,
    is_trial: row.is_trial,
    is_new_pricing_mvp: row.is_new_pricing_mvp,
    is_new_pricing_mvp_v25: row.is_new_pricing_mvp_v25,
    created_at: new Date(row.created_at).toISOString(),
  }
}
