import type { UserInfo } from '@omni/contracts/auth.calls.ts'
import { META_KEYS, onboardingOrder } from '@omni/domain/onboarding/onboarding-steps.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

type Info = z.output<typeof UserInfo>

interface Row {
  user_id: string; email: string | null; email_verified_at: string | null; has_password: boolean; two_factor_enabled: boolean
  first_name: string; last_name: string; avatar: string | null; language: Info['language']; is_demo: boolean
  meta_keys: string[]; onboarding: { AO: string[] }; plan_reinstalled: boolean; from_user_mkt: boolean; from_mobile: boolean
  payment_mode: string; is_ab: boolean; is_trial: boolean; is_new_pricing_mvp: boolean; is_new_pricing_mvp_v25: boolean; created_at: string
  workplaces: { id: string; name: string }[] | null
  stores: { id: string; workplace_id: string; store_name: string; platform: string; domain: string }[] | null
}

/** Foundation spec §3 user info: one statement, in one packet with the session check, because every screen begins with it. */
export async function getAccount(ctx: Ctx): Promise<Info> {
  const own = ctx.session.own_workplaces
  const row = (await ctx.early) as Row // readAccount went ahead with the session check (feature.ts)
  const stores = row.stores ?? []
  const workplaces = (row.workplaces ?? []).sort((a, b) => own.indexOf(a.id) - own.indexOf(b.id))
  const linked_stores: Info['linked_stores'] = {}
  for (const { workplace_id: _, ...store } of stores) (linked_stores[store.platform] ??= []).push(store)
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
    workplaces: workplaces.map((workplace) => ({
      ...workplace, store_domains: stores.filter((store) => store.workplace_id === workplace.id).map(({ domain }) => domain),
    })),
    current_workplace_id: ctx.workplace_id,
    is_workplace_no_store: !stores.some((store) => store.workplace_id === ctx.workplace_id),
    is_demo: row.is_demo,
    payment_mode: row.payment_mode,
    is_ab: row.is_ab,
    is_trial: row.is_trial,
    is_new_pricing_mvp: row.is_new_pricing_mvp,
    is_new_pricing_mvp_v25: row.is_new_pricing_mvp_v25,
    created_at: row.created_at,
  }
}

// Both tables by key: row-level security alone would give the same rows, but only by looking at every tenant's.
export async function readAccount(tx: Tx): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select u.user_id, u.email, u.email_verified_at, u.password_hash is not null as has_password, u.totp_secret is not null as two_factor_enabled,
      u.first_name, u.last_name, u.avatar, u.language, u.is_demo, u.meta_keys, u.onboarding, u.plan_reinstalled, u.from_user_mkt, u.from_mobile,
      u.payment_mode, u.is_ab, u.is_trial, u.is_new_pricing_mvp, u.is_new_pricing_mvp_v25, u.created_at,
      (select json_agg(json_build_object('id', w.workplace_id, 'name', w.name) order by array_position(scope_own_workplaces(), w.workplace_id)) from workplaces w
        where w.workplace_id = any (scope_own_workplaces())) as workplaces,
      (select json_agg(json_build_object('id', s.store_id, 'workplace_id', s.workplace_id, 'store_name', s.store_name, 'platform', s.platform, 'domain', s.domain)
        order by s.created_at) from stores s where s.workplace_id = any (scope_own_workplaces())) as stores
    from users u where u.user_id = scope_user()`.execute(tx)
  return rows[0]
}
