import type { In } from '@omni/contracts/kernel.ts'
import type { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { changeSettings, productSettings, withoutUndefined } from './settings.ts'

type Calls = typeof productSettingsCalls

export async function updateChannelSettings(ctx: Ctx, { channel, ...input }: In<Calls['updateChannelSettings']>) {
  return ctx.db.tx(async (tx) => {
    const { channels } = await productSettings(tx, ctx.workplace_id)
    const next = channels.map((one) => (one.channel === channel ? { ...one, ...withoutUndefined(input) } : one))
    return { channels: (await changeSettings(tx, ctx.workplace_id, { channels: next })).channels }
  })
}
