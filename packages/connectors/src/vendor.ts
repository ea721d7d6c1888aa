/** What every vendor is to us: `defineVendor`. Suppliers, channels, payments and tracking add what they can do. */
import type { DeployNote, VendorSetting } from '@omni/domain/vendors/setting.ts'
import type { z } from 'zod'
import type { Proofs } from './proofs.ts'
import type { Cost, Limits, LimitsSaid, Pace } from './pace.ts'
import type { WriteOutcome } from './write-outcome.ts'

/** An account at a vendor: whose it is, and until when its tokens hold. */
export interface Connected<C> {
  credentials: C
  account_id: string
  account_name: string
  expires_at: Date | null
  refresh_expires_at: Date | null
}

/**
 * What an account may not see. `scope`: its owner gave no such permission, or we never asked for it. `protected`: the vendor
 * has not approved our application for personal data.
 */
export interface Finding {
  is: 'scope' | 'protected'
  /** The scope, or the field. */
  name: string
}
/** `of`: which read. Nothing found: it went through whole. */
type Listener = (of: string, findings: readonly Finding[]) => Promise<void>

/** What a capability works with. */
export interface VendorCall<A, C> {
  app: A
  credentials: C
  now: () => Date
  /** Hears what a read found besides its answer: what the account may not see. Absent: nobody listens. */
  found?: Listener
  /** The account's limits. They go into every request (http.ts), which takes its cost from them and tells them more. */
  limits: Pace
}

/** A call that changes something. Its cost was taken beforehand. */
export interface WriteCall<A, C> extends VendorCall<A, C> {
  /** On the clock of `performance.now()`; goes into the request as it is. */
  send_by: number
}

/**
 * A capability that changes something at the vendor. A plain function is a read: it may be made again. This is not: it
 * is prepared, its intent is committed, and it is sent once (open-vendor.ts).
 */
export interface Write<A, C, Q, R> {
  /** What one send takes from the account's limits; a function where that depends on what is sent. */
  cost?: Cost | ((input: Q) => Cost)
  send(call: WriteCall<A, C>, input: Q): Promise<WriteOutcome<R>>
}

/** What this send takes. */
export const costOf = <Q>({ cost }: Pick<Write<never, never, Q, unknown>, 'cost'>, input: Q): Cost | undefined =>
  typeof cost === 'function' ? cost(input) : cost

/** What an operator's settings make of a vendor. */
export interface Setup {
  /** Parsed by the definition's `app`. */
  app: Record<string, string>
  /** The operator's own account: a key or code to connect with, or credentials to start from. Absent: none is set up. */
  start?: { code: string } | { credentials: unknown }
}

/** How a vendor is shown. The glyph is drawn by us on a square of 20, so that it hints at a vendor without its logo. */
export interface Badge {
  colour: string
  glyph: string
}

/** Where a person is sent to allow us in. */
export interface Consent {
  state: string
  callback_url: string
  /** Which store, where each has an address of its own (`platform_domain`). */
  shop?: string
  /** Where the person comes back to, where that is another address than the one that is given the keys. */
  return_url?: string
}

export interface ConsentGiven {
  /** What the vendor handed over: a code, a key that the person copied, or keys as JSON. */
  code: string
  shop?: string
  /** Where the person came back to: some vendors want it again with the code. */
  callback_url?: string
}

export interface VendorDefinition<A extends z.ZodType = z.ZodType, C extends z.ZodType = z.ZodType> {
  id: string
  name: string
  /** Its abilities, and what each was held against. */
  proved: Proofs
  /** What the operator sets up once: addresses and application keys. */
  app: A
  /** What one connected account holds. */
  credentials: C
  /** What is known beforehand of the limits. `account.limits` and the replies know better. */
  limits: Limits
  /** The variables of the environment that are this vendor's. */
  settings?: Readonly<Record<string, VendorSetting>>
  /** What docs/deploy.md says of them. A variable that no note names is listed there with its default. */
  deploy?: readonly DeployNote[]
  /** The one of them without which nobody can connect. Absent: nothing has to be registered first. */
  needs?: string
  /** Which variables of the environment make the application and the operator's account. */
  setup(env: Readonly<Record<string, string>>): Setup
  account?: {
    /** Where a person allows us in (OAuth). Absent: the account is connected with a key that the person copies. */
    authorizeUrl?(app: z.output<A>, input: Consent): string
    connect(call: VendorCall<z.output<A>, null>, input: ConsentGiven): Promise<Connected<z.output<C>>>
    /**
     * A new token for an old one. Absent: tokens that end must be connected again. `auth_expired` means that only the
     * account's owner can help. Each vendor's folder says whether it may be asked twice.
     */
    refresh?(call: VendorCall<z.output<A>, z.output<C>>): Promise<Connected<z.output<C>>>
    /** Asks what this account may do. Absent: the vendor does not tell, or tells in every reply. */
    limits?(call: VendorCall<z.output<A>, z.output<C>>): Promise<LimitsSaid>
    disconnect?: Write<z.output<A>, z.output<C>, null, unknown>
  }
}

/** Checks what no type can say, when the vendor's folder is loaded. */
export function defineVendor<D extends VendorDefinition<A, C>, A extends z.ZodType, C extends z.ZodType>(
  definition: D & VendorDefinition<A, C>,
): D {
  const { id, limits } = definition
  const figures = [limits.per_second, limits.burst ?? 1, limits.per_day ?? 1]
  if (!figures.every((figure) => Number.isFinite(figure) && figure > 0))
    throw new Error(`${id}: limits must be above zero`)
  return definition
}
