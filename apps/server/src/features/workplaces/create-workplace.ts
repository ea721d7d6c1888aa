import { randomUUID } from 'node:crypto'
import type { In } from '@omni/contracts/kernel.ts'
import type { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { mayCreate, workplaceName } from '@omni/domain/workplaces/workplace-rules.ts'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { must } from '../../platform/refuse.ts'
import { enterScope } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'
import { limitOf } from '../billing/grant-feature.ts'

/**
 * Foundation spec §7 POST auth/workplace/create, within WORKPLACE_LIMIT of the plan. Starts with the settings of the
 * current one.
 */
export async function createWorkplace(ctx: UserCtx, input: In<typeof workplaceCalls.createWorkplace>) {
  const name = must(workplaceName(input.name))
  return ctx.db.tx(async (tx) => {
    // Locks the person: two clicks at once cannot both take the last place.
    const user = await tx
      .selectFrom('users')
      .select('last_workplace_id')
      .where('user_id', '=', ctx.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Counted by membership: a workplace made by the other click is behind the walls this session was opened with.
    const mine = await tx
      .selectFrom('workplace_members')
      .leftJoin('workplaces', 'workplaces.workplace_id', 'workplace_members.workplace_id')
      .select(['workplace_members.workplace_id', 'workplaces.settings'])
      .where('workplace_members.user_id', '=', ctx.user_id)
      .execute()
    must(mayCreate(await limitOf(tx, ctx.user_id, 'WORKPLACE_LIMIT', ctx.now), mine.length))
    const model = mine.find(({ workplace_id }) => workplace_id === user.last_workplace_id) ?? mine[0]
    const workplace_id = randomUUID()
    await enterScope(tx, { user_id: ctx.user_id, workplace_id })
    await tx
      .insertInto('workplaces')
      .values({ workplace_id, name, settings: JSON.stringify(model?.settings ?? {}) })
      .execute()
    await tx.insertInto('workplace_members').values({ workplace_id, user_id: ctx.user_id }).execute()
    await audit(tx, {
      chain_id: workplace_id,
      user_id: ctx.user_id,
      action: 'workplace.created',
      subject: workplace_id,
      after: { name },
    })
    await publish(tx, ctx.user_id, 'account.changed', {})
    return { id: workplace_id, name }
  })
}
