import type { In } from '@omni/contracts/kernel.ts'
import type { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuseBadRule } from './refuse-bad-rule.ts'
import { changeSettings, productSettings, withoutUndefined } from './settings.ts'

type Calls = typeof productSettingsCalls

export async function updateSellingPrice(ctx: Ctx, input: In<Calls['updateSellingPrice']>) {
  return ctx.db.tx(async (tx) => {
    const now = await productSettings(tx, ctx.workplace_id)
    await refuseBadRule(tx, { ...now.selling_price, ...withoutUndefined(input) })
    return (await changeSettings(tx, ctx.workplace_id, { selling_price: withoutUndefined(input) })).selling_price
  })
}
