import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { bulkEditRun } from './edit-rows.ts'
import { type Reply, runEdits } from './run-edits.ts'
import { checkedEdits } from './start-edits.ts'

/** Sourcing spec §7 bulk_update. The preview and the run make their changes by the same rule. */
export async function bulkUpdate(
  ctx: Ctx,
  { selection, edits, preview }: In<typeof bulkEditCalls.bulkUpdate>,
): Promise<Reply> {
  return runEdits(ctx, selection, { edits: checkedEdits(edits) }, bulkEditRun, preview)
}
