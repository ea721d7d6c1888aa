import type { In } from '@omni/contracts/kernel.ts'
import type { ProductSettings, productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { changeProductSettings, changeSettings, readProductSettings, withoutUndefined } from './settings.ts'

type Calls = typeof productSettingsCalls

const general = ({ auto_split_variant_options, product_listings }: ProductSettings) => ({
  auto_split_variant_options,
  product_listings,
})

export const getProductSettings = async (ctx: Ctx) => general(await readProductSettings(ctx))

export const updateProductSettings = async (ctx: Ctx, input: In<Calls['updateProductSettings']>) =>
  general(await changeProductSettings(ctx, withoutUndefined(input)))

export const getAutomationProduct = async (ctx: Ctx) => (await readProductSettings(ctx)).automation_product

export const updateAutomationProduct = (ctx: Ctx, input: In<Calls['updateAutomationProduct']>) =>
  ctx.db.tx(async (tx) => {
    const { actions, ...change } = withoutUndefined(input)
    const changed = await changeSettings(tx, ctx.workplace_id, { automation_product: change })
    if (!actions) return changed.automation_product
    const both = { ...changed.automation_product.actions, ...withoutUndefined(actions) }
    return (await changeSettings(tx, ctx.workplace_id, { automation_product: { actions: both } })).automation_product
  })

export const getAllProductSettings = readProductSettings

export const getAutomationWritting = async (ctx: Ctx) => (await readProductSettings(ctx)).automation_writting

export const updateAutomationWritting = async (ctx: Ctx, input: In<Calls['updateAutomationWritting']>) =>
  (await changeProductSettings(ctx, { automation_writting: withoutUndefined(input) })).automation_writting

export const setAutomationWrittingStatus = async (ctx: Ctx, { status }: In<Calls['setAutomationWrittingStatus']>) =>
  (await changeProductSettings(ctx, { automation_writting: { enabled: status } })).automation_writting

export const getAutomationOptimizeImage = async (ctx: Ctx) => (await readProductSettings(ctx)).automation_optimize_image

export const updateAutomationOptimizeImage = async (ctx: Ctx, input: In<Calls['updateAutomationOptimizeImage']>) =>
  (await changeProductSettings(ctx, { automation_optimize_image: withoutUndefined(input) })).automation_optimize_image

export const setAutomationOptimizeImageStatus = async (
  ctx: Ctx,
  { status }: In<Calls['setAutomationOptimizeImageStatus']>,
) => (await changeProductSettings(ctx, { automation_optimize_image: { enabled: status } })).automation_optimize_image

export const getMonitoring = async (ctx: Ctx) => (await readProductSettings(ctx)).monitoring

export const updateMonitoring = async (ctx: Ctx, input: In<Calls['updateMonitoring']>) =>
  (await changeProductSettings(ctx, { monitoring: withoutUndefined(input) })).monitoring

export const getSellingPrice = async (ctx: Ctx) => (await readProductSettings(ctx)).selling_price

export const getListingSettings = async (ctx: Ctx) => (await readProductSettings(ctx)).product_listings

export const updateListingSettings = async (ctx: Ctx, input: In<Calls['updateListingSettings']>) =>
  (await changeProductSettings(ctx, { product_listings: withoutUndefined(input) })).product_listings
