import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { keepAiSnapshots } from './keep-ai-snapshots.ts'

type Calls = typeof editorCalls

/** The seller is content: the assistant's changes stay, and are no longer offered to be taken back one by one. */
export async function deleteAiSnapshots(
  ctx: Ctx,
  { ids }: In<Calls['deleteAiSnapshots']>,
): Promise<Out<Calls['deleteAiSnapshots']>> {
  return { deleted: await ctx.db.tx((tx) => keepAiSnapshots(ctx, tx, ids)) }
}
