import type { In, Out } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import type { FulfilmentOption, FulfilmentStep } from '@omni/domain/order-settings/house-option.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

type Fulfilment = Out<typeof orderSettingsCalls.getZopiFulfilment>

/** Whether the preview offers the house supplier where it has the goods. */
export async function readFulfilmentOption(tx: Tx, workplace_id: string): Promise<FulfilmentOption> {
  return (await readFulfilment(tx, workplace_id)).fulfillment
}

const step = (at: string | null, by: string | null) => (at === null ? null : { at, by: by ?? '' })

async function readFulfilment(tx: Tx, workplace_id: string): Promise<Fulfilment> {
  const name = (column: string) => sql`(select trim(u.first_name || ' ' || u.last_name) from users u
    where u.user_id = z.${sql.ref(column)})`
  const { rows } = await sql<{
    fulfilment: FulfilmentOption
    viewed_at: string | null
    viewed_by: string | null
    interacted_at: string | null
    interacted_by: string | null
    confirmed_at: string | null
    confirmed_by: string | null
  }>`
    select z.fulfilment, z.viewed_at, ${name('viewed_by')} as viewed_by, z.interacted_at,
      ${name('interacted_by')} as interacted_by, z.confirmed_at, ${name('confirmed_by')} as confirmed_by
    from zopi_fulfilment z where z.workplace_id = ${workplace_id}`.execute(tx)
  const [row] = rows
  if (!row) return { fulfillment: 'origin', viewed: null, interacted: null, confirmed: null }
  return {
    fulfillment: row.fulfilment,
    viewed: step(row.viewed_at, row.viewed_by),
    interacted: step(row.interacted_at, row.interacted_by),
    confirmed: step(row.confirmed_at, row.confirmed_by),
  }
}

/** Whoever takes a later step has taken those before it. Seen and opened count once; the last answer counts. */
function takeStep(ctx: Ctx, taken: FulfilmentStep, option?: FulfilmentOption): Promise<Fulfilment> {
  const { workplace_id, user_id, now } = ctx
  const opened = taken === 'view' ? null : now
  const answered = taken === 'confirm' ? now : null
  return ctx.db.tx(async (tx) => {
    await sql`
      insert into zopi_fulfilment as z (workplace_id, fulfilment, viewed_at, viewed_by, interacted_at, interacted_by,
        confirmed_at, confirmed_by)
      values (${workplace_id}, ${option ?? 'origin'}, ${now}, ${user_id}, ${opened}, ${opened && user_id},
        ${answered}, ${answered && user_id})
      on conflict (workplace_id) do update set
        fulfilment = case when ${option !== undefined} then excluded.fulfilment else z.fulfilment end,
        interacted_by = case when z.interacted_at is null then excluded.interacted_by else z.interacted_by end,
        interacted_at = coalesce(z.interacted_at, excluded.interacted_at),
        confirmed_by = coalesce(excluded.confirmed_by, z.confirmed_by),
        confirmed_at = coalesce(excluded.confirmed_at, z.confirmed_at)`.execute(tx)
    return readFulfilment(tx, workplace_id)
  })
}

export const getZopiFulfilment = (ctx: Ctx) => ctx.db.read((tx) => readFulfilment(tx, ctx.workplace_id))

export const interactZopiFulfilment = (ctx: Ctx) => takeStep(ctx, 'interact')

export const viewZopiFulfilment = (ctx: Ctx) => takeStep(ctx, 'view')

export const confirmZopiFulfilment = (ctx: Ctx, { fulfillment }: In<typeof orderSettingsCalls.confirmZopiFulfilment>) =>
  takeStep(ctx, 'confirm', fulfillment)
