import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { DEFAULT_CURRENCY, findCurrency } from '@omni/domain/currencies.ts'
import { type LanguageCode, matchLanguage } from '@omni/domain/languages.ts'
import {
  type ChannelSwitches,
  NOTIFICATION_KINDS,
  type NotificationKind,
  switchesOf,
} from '@omni/domain/notifications/kinds.ts'
import { detectTimezone, offsetLabel, TIMEZONE_IDS } from '@omni/domain/timezones.ts'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { hasFeature } from '../billing/grant-feature.ts'

interface Admitad {
  is_enable: boolean
  publisher_id: string
}

/** What a workplace keeps. Every field may be missing: each reader has its default here. */
interface Kept {
  display_currency?: string | undefined
  timezone?: string | undefined
  notification?: { [K in NotificationKind]?: Partial<Optional<ChannelSwitches>> | undefined } | undefined
  admitad?: Admitad | undefined
  ai_writing?: { [K in keyof AiWriting]?: AiWriting[K] | undefined } | undefined
}

export interface AiWriting {
  tone: 'friendly' | 'professional' | 'playful' | 'luxury' | 'minimal'
  language: LanguageCode
  title_max_length: number
  description_length: 'short' | 'medium' | 'long'
  keep_brand_words: string
}

type Optional<T> = { [K in keyof T]: T[K] | undefined }

/** JSON has no undefined, but the types of what came in do. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const defined = <T extends object>(values: T | undefined): Defined<T> =>
  // fromEntries widens
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Defined<T>

async function kept(tx: Tx, ctx: Ctx): Promise<{ settings: Kept; language: LanguageCode }> {
  const row = await tx
    .selectFrom('workplaces')
    .innerJoin('users', (join) => join.on('users.user_id', '=', ctx.user_id))
    .select(['workplaces.settings', 'users.language'])
    .where('workplaces.workplace_id', '=', ctx.workplace_id)
    .executeTakeFirstOrThrow()
  return { settings: row.settings as Kept, language: matchLanguage([row.language]) } // written by this file only
}

async function readSettings(tx: Tx, ctx: Ctx) {
  const { settings, language } = await kept(tx, ctx)
  return {
    settings: {
      display_currency: settings.display_currency ?? DEFAULT_CURRENCY,
      timezone: settings.timezone ?? detectTimezone(TIMEZONE_IDS, ctx.caller.time_zone, ctx.now),
      language,
      notification: notificationsOf(settings.notification),
      admitad: await admitadOf(tx, ctx, settings.admitad),
    },
  }
}

const notificationsOf = (kept: Kept['notification'] = {}) =>
  // fromEntries widens
  Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, switchesOf(kind, { [kind]: defined(kept[kind]) })]),
  ) as Record<NotificationKind, ChannelSwitches>

/** Without the plan's ADMIAD_CASHBACK it is off, whatever was chosen under an earlier plan. */
async function admitadOf(
  tx: Tx,
  { user_id, now }: Ctx,
  { is_enable = false, publisher_id = '' }: Partial<Admitad> = {},
) {
  return { is_enable: is_enable && (await hasFeature(tx, user_id, 'ADMIAD_CASHBACK', now)), publisher_id }
}

async function readAiWriting(tx: Tx, ctx: Ctx): Promise<AiWriting> {
  const { settings, language } = await kept(tx, ctx)
  return {
    tone: 'friendly',
    language,
    title_max_length: 80,
    description_length: 'medium',
    keep_brand_words: '',
    ...defined(settings.ai_writing),
  }
}

/** Merges into what is kept, group by group, in the database: two tabs that change different settings both stay. */
async function keepSettings(tx: Tx, ctx: Ctx, change: Kept): Promise<void> {
  const { display_currency, timezone, notification, ...groups } = change
  mustBeKnown(display_currency, timezone, ctx.now)
  const flat = JSON.stringify({ ...(display_currency && { display_currency }), ...(timezone && { timezone }) })
  await tx
    .updateTable('workplaces')
    .set({ settings: sql`settings || ${flat}::jsonb` })
    .where('workplace_id', '=', ctx.workplace_id)
    .execute()
  for (const [group, values] of Object.entries(groups)) if (values) await mergeAt(tx, ctx, [group], values)
  if (!notification) return
  await mergeAt(tx, ctx, ['notification'], {})
  for (const [kind, values] of Object.entries(notification))
    if (values) await mergeAt(tx, ctx, ['notification', kind], values)
}

/** What holds the group has to be there. */
async function mergeAt(tx: Tx, { workplace_id }: Ctx, path: string[], values: object): Promise<void> {
  await tx
    .updateTable('workplaces')
    .set({
      settings: sql`jsonb_set(settings, ${path}::text[], coalesce(settings #> ${path}::text[], '{}')
        || ${JSON.stringify(values)}::jsonb)`,
    })
    .where('workplace_id', '=', workplace_id)
    .execute()
}

function mustBeKnown(currency: string | undefined, timezone: string | undefined, now: Date): void {
  if (currency && !findCurrency(currency)) refuse('invalid.currency', {}, { field: 'display_currency' })
  if (timezone && offsetLabel(timezone, now) === undefined) {
    refuse('invalid.timezone', {}, { field: 'timezone' })
  }
}

export const getSettings = (ctx: Ctx) => ctx.db.read((tx) => readSettings(tx, ctx))

/**
 * Foundation spec §7 core/settings: what is left out stays. The language belongs to the person, the rest to the
 * workplace.
 */
export async function updateSettings(ctx: Ctx, { settings }: In<typeof settingsCalls.updateSettings>) {
  const { language, ...ofWorkplace } = settings
  return ctx.db.tx(async (tx) => {
    const before = await readSettings(tx, ctx)
    if (language) await tx.updateTable('users').set({ language }).where('user_id', '=', ctx.user_id).execute()
    await keepSettings(tx, ctx, ofWorkplace)
    const after = await readSettings(tx, ctx)
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'settings.changed',
      subject: ctx.workplace_id,
      before: before.settings,
      after: after.settings,
    })
    await publish(tx, ctx.user_id, 'account.changed', {})
    return after
  })
}

export const updateWorkplaceSettings = (ctx: Ctx, { settings }: In<typeof settingsCalls.updateWorkplaceSettings>) =>
  updateSettings(ctx, { settings })

/** Foundation spec §6: ADMIAD_CASHBACK. Switching it off is always allowed. */
export async function updateAdmitadSettings(ctx: Ctx, admitad: In<typeof settingsCalls.updateAdmitadSettings>) {
  const { db, user_id, now } = ctx
  if (admitad.is_enable && !(await db.read((tx) => hasFeature(tx, user_id, 'ADMIAD_CASHBACK', now))))
    refuse('cashback.unavailable')
  return updateSettings(ctx, { settings: { admitad } })
}

/** Foundation spec §7 settings/ai-writing (fields not shown): how texts are to sound; the writing itself reads them. */
export const getAiWritingSettings = (ctx: Ctx) => ctx.db.read((tx) => readAiWriting(tx, ctx))

export const updateAiWritingSettings = (ctx: Ctx, input: In<typeof settingsCalls.updateAiWritingSettings>) =>
  ctx.db.tx(async (tx) => {
    await keepSettings(tx, ctx, { ai_writing: input })
    return readAiWriting(tx, ctx)
  })
