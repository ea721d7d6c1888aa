import { VendorError } from '../vendor-error.ts'
import type { z } from 'zod'
import type { Connected, SupplierCall, SupplierDefinition } from './supplier.ts'

/** Where an account's tokens are kept between calls and processes. */
export interface Tokens<C> {
  read(): Promise<Connected<C> | null>
  write(connected: Connected<C>): Promise<void>
  /** One at a time over all processes: a token is renewed once, not by everyone who finds it old. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

const EARLY_MS = 60_000 // renewed a little before its end, so that no call travels with a dying token

type Bound<T> = T extends (call: never, asked: infer Q) => infer R ? (asked: Q) => R : never
type BoundGroup<T> = { [K in keyof T]: Bound<T[K]> }

/** A supplier ready to be asked: limits kept, tokens renewed. */
export interface Supplier {
  definition: SupplierDefinition
  catalog?: BoundGroup<NonNullable<SupplierDefinition['catalog']>>
  logistics?: BoundGroup<NonNullable<SupplierDefinition['logistics']>>
}

export interface Opening<A, C> {
  app: A
  tokens: Tokens<C>
  pace: (cost?: number) => Promise<void>
  now: () => Date
}

/**
 * Binds a definition to one account. A call that finds its token refused renews it once and is made again: safe,
 * because
 * everything bound here only reads.
 */
export function openSupplier<A extends z.ZodType, C extends z.ZodType>(
  definition: SupplierDefinition<A, C>,
  opening: Opening<z.output<A>, z.output<C>>,
): Supplier {
  const { app, tokens, pace, now } = opening
  const call = (credentials: z.output<C>): SupplierCall<z.output<A>, z.output<C>> => ({ app, credentials, now, pace })

  const isOver = (connected: Connected<z.output<C>>) =>
    connected.expires_at !== null && connected.expires_at.getTime() - EARLY_MS <= now().getTime()

  async function renew(refused: Connected<z.output<C>>): Promise<Connected<z.output<C>>> {
    return tokens.alone(async () => {
      const kept = await tokens.read()
      // Somebody else was faster.
      if (kept && JSON.stringify(kept.credentials) !== JSON.stringify(refused.credentials) && !isOver(kept)) return kept
      if (!definition.account?.refresh)
        throw new VendorError(definition.id, 'auth_expired', 'the account must be connected again')
      const renewed = await definition.account.refresh(call(refused.credentials))
      await tokens.write(renewed)
      return renewed
    })
  }

  async function withAccount<Q, R>(
    run: (call: SupplierCall<z.output<A>, z.output<C>>, asked: Q) => Promise<R>,
    asked: Q,
  ): Promise<R> {
    let connected = await tokens.read()
    if (!connected) throw new VendorError(definition.id, 'auth_expired', 'no account is connected')
    if (isOver(connected)) connected = await renew(connected)
    try {
      return await run(call(connected.credentials), asked)
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'auth_expired' || !definition.account?.refresh) throw error
      return run(call((await renew(connected)).credentials), asked)
    }
  }

  const bind = (group: object | undefined) =>
    group &&
    Object.fromEntries(Object.entries(group).map(([name, run]) => [name, (asked: unknown) => withAccount(run, asked)]))
  return {
    definition: definition as unknown as SupplierDefinition, // its own types are no longer needed outside
    ...(definition.catalog && { catalog: bind(definition.catalog) }),
    ...(definition.logistics && { logistics: bind(definition.logistics) }),
  } as Supplier // `bind` keeps the names and drops the first argument of each
}
