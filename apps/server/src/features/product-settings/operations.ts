import type { In } from '@omni/contracts/kernel.ts'
import type { ProductSettings, productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { checkSellingPrice } from '@omni/domain/pricing/price-rule.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { changeSettings, productSettings } from './settings.ts'

type Calls = typeof productSettingsCalls
/** What was sent, without the keys that were left out. */
const given = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // only values that are there stay

const all = (ctx: Ctx) => ctx.db.read((tx) => productSettings(tx, ctx.workplace_id))
const change = (ctx: Ctx, changes: Parameters<typeof changeSettings>[2]) =>
  ctx.db.tx((tx) => changeSettings(tx, ctx.workplace_id, changes))
const general = ({ auto_split_variant_options, product_listings }: ProductSettings) => ({
  auto_split_variant_options,
  product_listings,
})

export const getProductSettings = async (ctx: Ctx) => general(await all(ctx))
export const updateProductSettings = async (ctx: Ctx, input: In<Calls['updateProductSettings']>) =>
  general(await change(ctx, given(input)))
export const getAutomationProduct = async (ctx: Ctx) => (await all(ctx)).automation_product
export const updateAutomationProduct = async (ctx: Ctx, input: In<Calls['updateAutomationProduct']>) =>
  (await change(ctx, { automation_product: given(input) })).automation_product
export const getAllProductSettings = all
export async function updateAllProductSettings(ctx: Ctx, input: In<Calls['updateAllProductSettings']>) {
  if (input.selling_price) refuseBadRule(input.selling_price)
  return change(ctx, given(input))
}

/** spec: not shown. Every automation by name, whether it is on, and whether what it acts on is there yet. */
export async function getInternalAutomation(ctx: Ctx) {
  const settings = await all(ctx)
  const stores = await ctx.db.read((tx) =>
    tx.selectFrom('stores').select('store_id').where('workplace_id', '=', ctx.workplace_id).limit(1).execute(),
  )
  const connected = stores.length > 0
  return {
    automations: [
      { key: 'auto_price_on_import', enabled: settings.automation_product.auto_price_on_import, available: true },
      { key: 'auto_tag_by_source', enabled: settings.automation_product.auto_tag_by_source, available: true },
      { key: 'auto_split', enabled: settings.auto_split_variant_options.enabled, available: true },
      {
        key: 'auto_push_after_import',
        enabled: settings.automation_product.auto_push_after_import,
        available: connected,
      },
      { key: 'automation_writting', enabled: settings.automation_writting.enabled, available: connected },
      { key: 'automation_optimize_image', enabled: settings.automation_optimize_image.enabled, available: connected },
    ],
  }
}
export const getAutomationWritting = async (ctx: Ctx) => (await all(ctx)).automation_writting
export const updateAutomationWritting = async (ctx: Ctx, input: In<Calls['updateAutomationWritting']>) =>
  (await change(ctx, { automation_writting: given(input) })).automation_writting
export const setAutomationWrittingStatus = async (ctx: Ctx, { status }: In<Calls['setAutomationWrittingStatus']>) =>
  (await change(ctx, { automation_writting: { enabled: status } })).automation_writting
export const getAutomationOptimizeImage = async (ctx: Ctx) => (await all(ctx)).automation_optimize_image
export const updateAutomationOptimizeImage = async (ctx: Ctx, input: In<Calls['updateAutomationOptimizeImage']>) =>
  (await change(ctx, { automation_optimize_image: given(input) })).automation_optimize_image
export const setAutomationOptimizeImageStatus = async (
  ctx: Ctx,
  { status }: In<Calls['setAutomationOptimizeImageStatus']>,
) => (await change(ctx, { automation_optimize_image: { enabled: status } })).automation_optimize_image
export const getMonitoring = async (ctx: Ctx) => (await all(ctx)).monitoring
export const updateMonitoring = async (ctx: Ctx, input: In<Calls['updateMonitoring']>) =>
  (await change(ctx, { monitoring: given(input) })).monitoring
export const getSellingPrice = async (ctx: Ctx) => (await all(ctx)).selling_price
export async function updateSellingPrice(ctx: Ctx, input: In<Calls['updateSellingPrice']>) {
  return ctx.db.tx(async (tx) => {
    const now = await productSettings(tx, ctx.workplace_id)
    refuseBadRule({ ...now.selling_price, ...given(input) })
    return (await changeSettings(tx, ctx.workplace_id, { selling_price: given(input) })).selling_price
  })
}
export const getListingSettings = async (ctx: Ctx) => (await all(ctx)).product_listings
export const updateListingSettings = async (ctx: Ctx, input: In<Calls['updateListingSettings']>) =>
  (await change(ctx, { product_listings: given(input) })).product_listings
export async function updateChannelSettings(ctx: Ctx, { channel, ...input }: In<Calls['updateChannelSettings']>) {
  return ctx.db.tx(async (tx) => {
    const { channels } = await productSettings(tx, ctx.workplace_id)
    const next = channels.map((one) => (one.channel === channel ? { ...one, ...given(input) } : one))
    return { channels: (await changeSettings(tx, ctx.workplace_id, { channels: next })).channels }
  })
}

/** A rule that leaves a cost without a price, or cannot be computed, is refused where it is wrong. */
export function refuseBadRule(rule: ProductSettings['selling_price']): void {
  const problems = checkSellingPrice(rule)
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(({ path, reason }) => [path, [`selling_price.${reason}` as const]]))
  refuse(`selling_price.${first.reason}`, {}, { fields })
}
