import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { type BulkEdit, checkEdit } from '@omni/domain/products/bulk-edit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { bulkEditRun } from './edit-rows.ts'
import { type Reply, runEdits } from './run-edits.ts'

/** Sourcing spec §7 bulk_update. The preview and the run make their changes by the same rule. */
export async function bulkUpdate(
  ctx: Ctx,
  { selection, edits, preview }: In<typeof bulkEditCalls.bulkUpdate>,
): Promise<Reply> {
  const clean = edits.map((edit) => ({ ...edit })) as BulkEdit[] // the contract's shape; checked next
  for (const [at, edit] of clean.entries()) {
    const wrong = checkEdit(edit)
    if (wrong) refuse(`bulk.${wrong}`, {}, { field: `edits.${at}` })
  }
  return runEdits(ctx, selection, { edits: clean }, bulkEditRun, preview)
}
