import type { In } from '@omni/contracts/kernel.ts'
import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuseBadRule } from '../product-settings/refuse-bad-rule.ts'
import { priceRuleRun } from './edit-rows.ts'
import { type Reply, runEdits } from './run-edits.ts'

/** Sourcing spec §7 bulk-enhancer/setup-selling-price. */
export async function setupSellingPrice(
  ctx: Ctx,
  { selection, rule, preview }: In<typeof bulkEditCalls.setupSellingPrice>,
): Promise<Reply> {
  if (rule) await ctx.db.read((tx) => refuseBadRule(tx, rule))
  return runEdits(
    ctx,
    selection,
    {
      edits: [
        { field: 'price', how: 'price_rule' },
        { field: 'compare_at_price', how: 'price_rule' },
      ],
      rule,
    },
    priceRuleRun,
    preview,
  )
}
