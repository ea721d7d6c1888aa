import type { ProductSettings } from '@omni/contracts/product-settings.calls.ts'
import { DEFAULT_PRODUCT_SETTINGS } from '@omni/domain/product-settings/defaults.ts'
import { sql } from 'kysely'
import { timeNow } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

type Section = keyof ProductSettings

/** A workplace's product settings: what it changed, over the defaults, so that a new setting needs no migration. */
export async function productSettings(tx: Tx, workplace_id: string): Promise<ProductSettings> {
  const row = await tx
    .selectFrom('product_settings')
    .select('settings')
    .where('workplace_id', '=', workplace_id)
    .executeTakeFirst()
  return overDefaults((row?.settings ?? {}) as Partial<ProductSettings>) // written by `changeSettings` alone
}

function overDefaults(stored: Partial<ProductSettings>): ProductSettings {
  const defaults = DEFAULT_PRODUCT_SETTINGS
  return {
    auto_split_variant_options: { ...defaults.auto_split_variant_options, ...stored.auto_split_variant_options },
    product_listings: { ...defaults.product_listings, ...stored.product_listings },
    automation_product: {
      ...defaults.automation_product,
      ...stored.automation_product,
      actions: { ...defaults.automation_product.actions, ...stored.automation_product?.actions },
    },
    automation_writting: { ...defaults.automation_writting, ...stored.automation_writting },
    automation_optimize_image: { ...defaults.automation_optimize_image, ...stored.automation_optimize_image },
    monitoring: { ...defaults.monitoring, ...stored.monitoring },
    selling_price: { ...defaults.selling_price, ...stored.selling_price },
    channels: defaults.channels.map((channel) => ({
      ...channel,
      ...stored.channels?.find((one) => one.channel === channel.channel),
    })),
  }
}

/** Lays changes over what is there, section by section, and answers all of it. */
export async function changeSettings(
  tx: Tx,
  workplace_id: string,
  changes: { [S in Section]?: Partial<ProductSettings[S]> | undefined },
): Promise<ProductSettings> {
  // One writer at a time: two tabs that change different sections both keep theirs.
  await sql`insert into product_settings (workplace_id) values (${workplace_id}) on conflict do nothing`.execute(tx)
  await sql`select 1 from product_settings where workplace_id = ${workplace_id} for update`.execute(tx)
  const now = await productSettings(tx, workplace_id)
  const next = { ...now }
  for (const [section, change] of Object.entries(changes)) {
    if (change === undefined) continue
    const before: unknown = now[section as Section] // keys of `changes` are sections
    Object.assign(next, { [section]: Array.isArray(before) ? change : { ...(before as object), ...change } })
  }
  await tx
    .updateTable('product_settings')
    .set({ settings: JSON.stringify(next), updated_at: timeNow() })
    .where('workplace_id', '=', workplace_id)
    .execute()
  return next
}

/** What was sent, without the keys that were left out. */
export const withoutUndefined = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // only values that are there stay

export const readProductSettings = (ctx: Ctx) => ctx.db.read((tx) => productSettings(tx, ctx.workplace_id))

export const changeProductSettings = (ctx: Ctx, changes: Parameters<typeof changeSettings>[2]) =>
  ctx.db.tx((tx) => changeSettings(tx, ctx.workplace_id, changes))
