import type { Call } from '@omni/contracts/kernel.ts'
import type { LanguageCode } from '@omni/domain/languages.ts'
import type { Caller, PublicCtx, Session } from './ctx.ts'
import { Fail } from './fail.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Runtime } from './runtime.ts'
import { mustHaveSession } from './session.ts'

/** What a context is made of besides the session; plain data, so that it can travel to another process. */
export interface CtxRequest {
  caller: Caller
  language: LanguageCode
  request_id: string
  now: Date
}

/** The context that the call's access promises; refuses a caller who has not got it. */
export function createCtx(
  runtime: Runtime,
  limits: RateLimits,
  call: Call,
  request: CtxRequest,
  session: Session | null,
  opened?: unknown,
): PublicCtx {
  if (call.access !== 'public') mustHaveSession(session)
  const ctx: PublicCtx = {
    ...request,
    config: runtime.config,
    secrets: runtime.secrets,
    services: runtime.services,
    get log() {
      return runtime.log.child({ request_id: request.request_id })
    }, // made when used: most calls log nothing
    db: runtime.db({
      user_id: session?.user_id,
      workplace_id: session?.workplace_id ?? undefined,
      own_workplaces: session?.own_workplaces,
    }),
    as: runtime.db,
    limits,
    session,
    cookies: {},
  }
  if (session) Object.assign(ctx, { user_id: session.user_id })
  if (call.access === 'workplace')
    Object.assign(ctx, { workplace_id: mustHaveWorkplace(session, request.caller), opened })
  return ctx
}

/** Foundation spec §8, code 801: a workplace or a store that is not theirs, or not any more. */
function mustHaveWorkplace(session: Session | null, { store_id }: Caller): string {
  if (!session?.workplace_id || (store_id && session.store_id === null)) throw new Fail('shop_id_invalid')
  return session.workplace_id
}
