import type { Access, Call, In, Out } from '@omni/contracts/kernel.ts'
import type { z } from 'zod'
import type { AttemptKind } from './attempts.ts'
import type { Ctx, PublicCtx, UserCtx } from './ctx.ts'
import type { Job } from './jobs.ts'
import type { Subscriptions } from './outbox.ts'
import type { ServerPage } from './pages.ts'
import type { Receiver } from './receive.ts'
import type { RunWork } from './runs.ts'
import type { Runtime } from './runtime.ts'
import type { Opening } from './session.ts'

type CtxOf<A extends Access> = A extends 'public' ? PublicCtx : A extends 'user' ? UserCtx : Ctx
type AnyCalls = Record<string, { name: string; access: Access; input: z.ZodType; data: z.ZodType }>

/** One operation per call, under the call's own name. */
type Operations<T extends AnyCalls> = {
  [K in keyof T]: (ctx: CtxOf<T[K]['access']>, input: In<T[K]>) => Promise<Out<T[K]>>
}

export interface Served {
  call: Call
  run: (ctx: PublicCtx, input: unknown) => Promise<unknown>
  opening?: Opening
}

/** What an area adds to the server. */
export interface Feature {
  calls: Served[]
  jobs?: Job[]
  on?: Subscriptions
  receivers?: readonly Receiver[]
  pages?: readonly ServerPage[]
  attempts?: readonly AttemptKind[]
  /** What an api process of its own gets ready once it serves; nobody waits for it. */
  warm?: (runtime: Runtime) => Promise<unknown>
  /** What the area does to many things at once, in the background. */
  runs?: readonly RunWork[]
}

/**
 * Binds an area's calls to their operations; a missing or misnamed function does not compile. `openings`: hot calls
 * whose first read leaves with the session check; the operation finds it in `ctx.opened`.
 */
export function serve<T extends AnyCalls>(
  calls: T,
  operations: Operations<T>,
  openings: Partial<Record<keyof T, Opening>> = {},
): Served[] {
  // The http layer gives each operation the context its call's access promises and input its schema has parsed.
  return Object.keys(calls).map(
    (name) => ({ call: calls[name], run: operations[name], opening: openings[name] }) as unknown as Served,
  )
}
