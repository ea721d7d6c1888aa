import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { z } from 'zod'
import type { PublicCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { spendCode } from './codes.ts'
import { startSession } from './sessions.ts'

const Data = z.object({ workplace_id: z.string() })

/** The code was made inside a session, whose second factor was asked for: none is asked for again. */
export const autoLogin = (ctx: PublicCtx, { code }: In<typeof authCalls.autoLogin>) =>
  ctx.db.tx(async (tx) => {
    const spent = await spendCode(tx, 'auto_login', code, ctx.now)
    if (!spent) refuse('auth.link_used')
    const signed_in = await startSession(ctx, tx, spent.user_id)
    return { ...signed_in, ...Data.parse(spent.data) }
  })
