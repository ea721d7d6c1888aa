import type { JobCtx } from '../../platform/ctx.ts'

export interface Owner {
  user_id: string
  /** All that the account is in: its counters run over them together. */
  own_workplaces: string[]
}

/** Whose plan a workplace has: its first member's. Null: nobody is in it. */
export async function ownerOf(ctx: Pick<JobCtx, 'db' | 'as'>, workplace_id: string): Promise<Owner | null> {
  const owner = await ctx.db.read((tx) =>
    tx
      .selectFrom('workplace_members')
      .select('user_id')
      .where('workplace_id', '=', workplace_id)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
  )
  if (!owner) return null
  const { user_id } = owner
  const own = await ctx
    .as({ user_id })
    .read((tx) => tx.selectFrom('workplace_members').select('workplace_id').where('user_id', '=', user_id).execute())
  return { user_id, own_workplaces: own.map((row) => row.workplace_id) }
}
