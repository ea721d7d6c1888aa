import type { In } from '@omni/contracts/kernel.ts'
import { DISCOVER_TOOLS, type personalCalls } from '@omni/contracts/personal.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'

const toDiscoverMap = (tried: readonly string[]) => ({
  discover: Object.fromEntries(DISCOVER_TOOLS.map((tool) => [tool, tried.includes(tool)])),
})

export async function getDiscoverTools(ctx: Ctx) {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('discover_tools')
      .select('tools')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .executeTakeFirst(),
  )
  return toDiscoverMap(row?.tools ?? [])
}

/** A tool tried once stays tried. */
export async function updateDiscoverTools(ctx: Ctx, { discover }: In<typeof personalCalls.updateDiscoverTools>) {
  return ctx.db.tx(async (tx) => {
    const before = await tx
      .selectFrom('discover_tools')
      .select('tools')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .forUpdate()
      .executeTakeFirst()
    const tools = [...new Set([...(before?.tools ?? []), discover])]
    await tx
      .insertInto('discover_tools')
      .values({ workplace_id: ctx.workplace_id, user_id: ctx.user_id, tools })
      .onConflict((conflict) => conflict.columns(['workplace_id', 'user_id']).doUpdateSet({ tools }))
      .execute()
    return toDiscoverMap(tools)
  })
}
