/** What the suite asks of a set-up, and a supplier opened on it. */
import { openSupplier, type Supplier, type Tokens } from '../open-supplier.ts'
import type { Capture, Connected, SupplierDefinition } from '../supplier.ts'

export const CASE_MS = 60_000

/** One call as the vendor's own books have it. */
export interface VendorCall {
  at: number
  status: number
  fault: string | undefined
}

/** The other side, as far as it can be steered and asked. */
export interface Outside {
  setFaults(faults: { kind: string; [setting: string]: unknown }[]): Promise<void>
  /** Runs `work` and tells what the vendor was asked meanwhile, oldest first. */
  watch<T>(work: () => Promise<T>): Promise<{ result: T; calls: VendorCall[] }>
}

export type Odd = 'many_variants' | 'no_pictures' | 'wide_price' | 'unicode' | 'dirty_description'

export interface Subject {
  app: unknown
  /** A new account, connected as a person would; not needed for suppliers read by the extension. */
  account?: Connected<unknown> | undefined
  pace: (cost?: number) => Promise<void>
  known: {
    /** Words that find something, and words that find nothing. */
    text: string
    nothing: string
    missing_id: string
    /** Where a person copies a key or brings a code. */
    wrong_key?: string | undefined
    image?: Uint8Array<ArrayBuffer>
    /** Products that have what is rare. */
    odd?: Partial<Record<Odd, string>>
    /** How many variants the one with many has; 2,048 unless told (Amazon shows no price of what is sold out). */
    many?: number
  }
  /** Plays the person who allows us in at this address, and tells what the callback got. */
  allow?: ((authorizeUrl: string) => Promise<{ code: string; state: string }>) | undefined
  captures?: Capture[]
  outside?: Outside
}

/** Tokens of one account for one process. */
export function keptTokens(first: Connected<unknown>): Tokens<unknown> & { writes: number } {
  let kept = first
  return {
    writes: 0,
    read: async () => kept,
    async write(next) {
      kept = next
      this.writes++
    },
    alone: (work) => work(),
  }
}

/** A supplier opened on the subject's account. */
export function open(
  definition: SupplierDefinition,
  { app, account, pace }: Subject,
): Supplier & { tokens: ReturnType<typeof keptTokens> } {
  if (!account) throw new Error(`${definition.id} needs an account for these cases`)
  const tokens = keptTokens(account)
  return {
    ...openSupplier(definition, { app: definition.app.parse(app), tokens, pace, now: () => new Date() }),
    tokens,
  }
}

export const kindOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'went well',
    (error: { kind?: unknown }) => error.kind ?? error,
  )
