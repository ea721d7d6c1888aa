import { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. `public`: anyone. `user`: a signed-in account. `workplace`: a signed-in account acting inside one of
 * its own workplaces; the operation then runs behind that workplace's row-level security. Default: `workplace`.
 */
export type Access = 'public' | 'user' | 'workplace'

/**
 * Why a call takes no idempotency key. Every other call of a signed-in person that changes something takes one.
 * `reads`: it changes nothing. `same_again`: done twice, it leaves what doing it once leaves. `own_id`: its input carries
 * an id that the server remembers. `telemetry`: a double count harms nobody. `secret`: its input or reply must not be
 * stored, not even as a hash. `waits`: for somebody outside or a process of its own, and a key would hold a transaction open meanwhile.
 */
type Unkeyed = 'reads' | 'same_again' | 'own_id' | 'telemetry' | 'secret' | 'waits'

interface CallSpec<I extends z.ZodObject = z.ZodObject, D extends z.ZodType = z.ZodType> {
  method: Method
  /** Spelt exactly as in the spec, braces included; served below `/api`. */
  path: string
  /** One sentence for the API document. */
  about: string
  /** Path parameters, query and body arrive merged: the three never share a name. */
  input: I
  data: D
  access?: Access
  /** Files travel in it; everything else is JSON, up to 1 MB. `large`: up to 8 MB. `small`: up to 64 KB, of any shape. */
  body?: 'multipart' | 'large' | 'small'
  /** Read, worked and answered in another process: its largest input or subject costs more than 50 ms of CPU time. */
  heavy?: true
  unkeyed?: Unkeyed
}

export interface Call<I extends z.ZodObject = z.ZodObject, D extends z.ZodType = z.ZodType> extends CallSpec<I, D> {
  name: string
  access: Access
}

export type In<C extends { input: z.ZodType }> = z.output<C['input']>
/** What a caller writes: defaults may be left out. */
export type CallInput<C extends { input: z.ZodType }> = z.input<C['input']>
export type Out<C extends { data: z.ZodType }> = z.output<C['data']>

type Named<T> = {
  [K in keyof T]: Omit<T[K], 'access'> & {
    name: K & string
    access: T[K] extends { access: infer A extends Access } ? A : 'workplace'
  }
}

/** Declares an area's calls; the key becomes the call's one name on server, client and in docs/find.md. */
export function calls<const T extends Record<string, CallSpec>>(specs: T): Named<T> {
  const named = Object.entries(specs).map(([name, spec]) => [name, { access: 'workplace', ...spec, name }])
  // fromEntries loses the key-to-value relation that Named states.
  return Object.fromEntries(named) as Named<T>
}

const MAX_PAGE_SIZE = 100 // spec: not shown

/** What every keyset list takes. */
export const page = {
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
  // the longest: a title of 255 signs of four bytes each, and an id
  cursor: z.string().max(2000).optional(),
}

/** What every list returns. A total past its cap is the cap, and says so. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable(), total: z.int(), total_is_capped: z.boolean() })

/** The reply of every call (foundation spec §7, §8). */
export interface Envelope<T = unknown> {
  status: number
  success: boolean
  message: string
  data: T | null
  errors?: Record<string, string[]>
  /** The Retry-After header of a limited call, put here by the client. */
  retry_after_s?: number
}
