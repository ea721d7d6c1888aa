import type { In } from '@omni/contracts/kernel.ts'
import type { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuseBadRule } from './refuse-bad-rule.ts'
import { changeProductSettings, withoutUndefined } from './settings.ts'

type Calls = typeof productSettingsCalls

export async function updateAllProductSettings(ctx: Ctx, input: In<Calls['updateAllProductSettings']>) {
  const { selling_price } = input
  if (selling_price) await ctx.db.read((tx) => refuseBadRule(tx, selling_price))
  return changeProductSettings(ctx, withoutUndefined(input))
}
