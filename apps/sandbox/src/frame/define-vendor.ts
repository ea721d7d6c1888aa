import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FaultKind } from './faults.ts'
import { scenesOf } from './scenes.ts'
import type { SandboxConfig, World } from './world.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which of the vendor's `endpoints` this route is. A function where one URL serves many (GraphQL). */
    endpoint?: string | ((request: FastifyRequest) => string)
    /** A stylesheet or picture of the vendor's pages: no call in the vendor's sense, so no faults and no entry. */
    asset?: true
  }
  interface FastifyRequest {
    /** The body as it came over the wire: signatures are made over these bytes. */
    rawBody?: string
  }
}

export interface VendorReply {
  status: number
  headers?: Record<string, string>
  body: unknown
}

/** Something the control room can make happen inside a vendor. */
export interface Action<T, I extends z.ZodType = z.ZodType> {
  label: string
  /** How the control room asks for the input: plain fields, each with what it starts with. */
  fields?: { name: string; label: string; type: 'text' | 'number' | 'email'; value: string | number }[]
  input: I
  run(world: World<T>, input: z.output<I>): Promise<Record<string, unknown> | void>
}

export interface VendorDefinition<T = unknown> {
  id: string
  name: string
  kind: 'supplier' | 'channel' | 'payment' | 'tracking' | 'service'
  badge: { glyph: string; colour: string }
  /** Its folder of the corpus, where that has another name. */
  corpus?: string
  /**
   * Names faults can be aimed at; a route says which one it is in `config.endpoint`. None = assets alone, no faults.
   */
  endpoints: readonly string[]
  /** Plain idempotent DDL (`create table if not exists …`), run inside the vendor's own schema. */
  tables?: string
  /** Request and response keys that are secrets at this vendor only; the usual ones are always blotted out. */
  secretKeys?: readonly string[]
  /** Fills a new world: at the first start and after every reset. Must do nothing when it ran before. */
  seed?(world: World<T>): Promise<void>
  /** HTTP, mounted below `/<id>`. */
  routes?(app: FastifyInstance, world: World<T>): void | Promise<void>
  /** What only this vendor adds to the control API, below `/control`. Never hit by faults, never in the books. */
  controlRoutes?(app: FastifyInstance, world: World<T>): void
  /** Where it is reached, when not by HTTP below `/<id>`. */
  address?(config: SandboxConfig): string
  /** A listener of its own (SMTP). Returns how to stop it. */
  start?(world: World<T>): Promise<{ ports: Record<string, number>; stop(): Promise<void> }>
  /** Called about once a second and whenever the clock jumps: do what has become due by `world.now()`. */
  tick?(world: World<T>): Promise<void>
  control?: Record<string, Action<T>>
  /** Absent = this vendor sends no webhooks, and the callback faults are not offered. */
  sendsCallbacks?: true
  /** Absent = this vendor has no tokens, and the fault is not offered. */
  expiredToken?(request: FastifyRequest): VendorReply
  /** The vendor's own words for an address it does not have. */
  notFound?(request: FastifyRequest): VendorReply
  /** The vendor's own words for 429 and 5xx. */
  rateLimited?(request: FastifyRequest): VendorReply
  serverError?(request: FastifyRequest, status: number): VendorReply
  /** A refusal as this vendor words it, for `act_then_refuse`. Absent = the fault is not offered. */
  refusal?(request: FastifyRequest): VendorReply
  /** It takes orders (orders/order-book.ts). Absent = `stale_reads` and `forgets_references` are not offered. */
  takesOrders?: true
}

export type Vendor = VendorDefinition

/** A vendor that runs, with the world it lives in. */
export interface Resident {
  vendor: Vendor
  world: World
}

export function defineVendor<T>(vendor: VendorDefinition<T>): Vendor {
  return vendor as unknown as Vendor // the frame hands each vendor its own world back and never looks at its tables
}

/** Types an action's `run` by its `input`. */
export const action = <T, I extends z.ZodType>(one: Action<T, I>): Action<T> => one as unknown as Action<T> // `input` parses what `run` gets

export function faultsOffered(vendor: Vendor): FaultKind[] {
  if (vendor.endpoints.length === 0) return []
  return [
    'rate_limit',
    'latency',
    'server_error',
    'drop_reply',
    ...(vendor.routes
      ? (['act_then_fail', 'answer_late', 'answer_twice', 'land_late', 'malformed_json'] as const)
      : []),
    ...(vendor.refusal ? (['act_then_refuse'] as const) : []),
    ...(scenesOf(vendor).length > 0 ? (['scene'] as const) : []),
    ...(vendor.takesOrders ? (['stale_reads', 'forgets_references'] as const) : []),
    ...(vendor.sendsCallbacks ? (['duplicate_callbacks', 'reorder_callbacks'] as const) : []),
    ...(vendor.expiredToken ? (['expired_token'] as const) : []),
  ]
}
