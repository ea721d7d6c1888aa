import { FREE_PLAN } from '@omni/domain/billing/plan-catalogue.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import { detectTimezone, TIMEZONE_IDS } from '@omni/domain/timezones.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { enterScope, type Tx } from '../../platform/db.ts'
import { say } from '../../platform/messages.ts'
import { createNotification } from '../notifications/create-notification.ts'

export interface NewUser {
  email: string | null
  password_hash?: string | null
  verified?: boolean
  first_name: string
  last_name: string
  avatar?: string | null
  language: LanguageCode
  timezone?: string | undefined
  is_demo?: boolean
}

/** An account with its first workplace, in the caller's transaction; undefined when the address is taken. */
export async function createUser(
  tx: Tx,
  user: NewUser,
  now: Date,
): Promise<{ user_id: string; workplace_id: string } | undefined> {
  const workplace_id = randomUUID()
  const created = await tx
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.password_hash ?? null,
      email_verified_at: user.verified ? now : null,
      first_name: user.first_name,
      last_name: user.last_name,
      avatar: user.avatar ?? null,
      language: user.language,
      is_demo: user.is_demo ?? false,
      plan_id: FREE_PLAN.id,
      last_workplace_id: workplace_id,
      created_at: now,
      meta_keys: sql`array['ONBOARDING_V2']`,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!created) return undefined
  const { user_id } = created
  const timezone = detectTimezone(TIMEZONE_IDS, user.timezone, now)
  await openWorkplace(tx, { user_id, workplace_id, language: user.language, timezone }, now)
  await createNotification(tx, {
    workplace_id,
    user_id,
    message_key: 'welcome',
    params: {},
    link: '/app/guide-line',
    cause: 'welcome',
  })
  await audit(tx, {
    chain_id: user_id,
    user_id,
    action: 'account.created',
    subject: user_id,
    after: { is_demo: user.is_demo ?? false },
  })
  return { user_id, workplace_id }
}

/** A person's own empty workplace. The rows are the new tenant's: the transaction moves into its scope. */
export async function openWorkplace(
  tx: Tx,
  own: { user_id: string; workplace_id: string; language: LanguageCode; timezone: string },
  now: Date,
): Promise<void> {
  const { user_id, workplace_id, language, timezone } = own
  await enterScope(tx, { user_id, workplace_id })
  await tx
    .insertInto('workplaces')
    .values({
      workplace_id,
      name: say(language, 'workplace.first_name'),
      settings: JSON.stringify({ display_currency: DEFAULT_CURRENCY, timezone }),
      created_at: now,
    })
    .execute()
  await tx.insertInto('workplace_members').values({ workplace_id, user_id, created_at: now }).execute()
}
