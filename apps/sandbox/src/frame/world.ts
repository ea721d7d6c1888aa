import type { Kysely } from 'kysely'
import type { Books, BookEvent, EventKind } from './books.ts'
import type { Callbacks, Once, Sign } from './callbacks.ts'
import type { Clock } from './clock.ts'
import { type FrameDb, vendorSchema } from './database.ts'
import type { FaultKind, FaultOf, Faults } from './faults.ts'
import { seededRandom } from './random.ts'

export interface SandboxConfig {
  host: string
  port: number
  smtp_port: number
  database_url: string
  /** Where browsers and Omni reach this sandbox. */
  public_url: string
  /** Where Omni itself is: vendors send people and webhooks back there. */
  omni_url: string
  /** How many products the suppliers sell together; left out = 5,200. */
  products?: number | undefined
  /** `auto`: the browsers that capture pages start by themselves. Left out = only when told to. */
  captures?: 'auto' | 'off' | undefined
  /** `ahead`: what sells best has its picture drawn before anybody asks, and kept. Left out = drawn when asked for. */
  pictures?: 'ahead' | 'asked' | undefined
}

/** All that a vendor knows of the machine it runs in. */
export interface World<T = unknown> {
  config: SandboxConfig
  /** Scoped to the vendor's own schema. */
  db: Kysely<T>
  now(): Date
  /** The same numbers in every run of a chapter, so a rehearsal can be repeated. */
  random(): number
  log(kind: EventKind, name: string, detail?: Record<string, unknown>, status?: number, ms?: number): Promise<BookEvent>
  /** A webhook: queued, delivered, retried and logged, with the callback faults applied. `body` is sent as it is. */
  callback(
    name: string,
    url: string,
    body: unknown,
    headers?: Record<string, string>,
    sign?: Sign,
    once?: Once,
  ): Promise<void>
  /** Made once, kept over resets and restarts: a vendor's keys. */
  keep<V>(name: string, make: () => V | Promise<V>): Promise<V>
  /** For protocols the HTTP hook does not see (SMTP). */
  takeFault<K extends FaultKind>(
    endpoint: string,
    kind: K,
    happens?: (fault: FaultOf<K>) => boolean,
  ): Promise<FaultOf<K> | undefined>
}

export interface Machine {
  config: SandboxConfig
  db: Kysely<unknown>
  frame: FrameDb
  clock: Clock
  books: Books
  faults: Faults
  callbacks: Callbacks
}

export function openWorld(machine: Machine, vendor: string): World {
  const { frame, books } = machine
  let chapter = 0
  let random = seededRandom(vendor)
  return {
    config: machine.config,
    db: machine.db.withSchema(vendorSchema(vendor)),
    now: () => machine.clock.now(),
    random() {
      if (chapter !== books.chapter()) {
        chapter = books.chapter()
        random = seededRandom(vendor)
      }
      return random()
    },
    log: (kind, name, detail = {}, status, ms) =>
      books.append({ vendor, kind, name, detail, status: status ?? null, ms: ms ?? null }),
    callback: (name, url, body, headers = {}, sign, once) =>
      machine.callbacks.send(vendor, { name, url, body, headers }, sign, once),
    async keep<V>(name: string, make: () => V | Promise<V>) {
      const find = frame.selectFrom('kept').select('value').where('vendor', '=', vendor).where('name', '=', name)
      const found = await find.executeTakeFirst()
      if (found) return found.value as V // written below by the same caller
      const value = JSON.stringify(await make())
      await frame
        .insertInto('kept')
        .values({ vendor, name, value })
        .onConflict((c) => c.doNothing())
        .execute()
      return (await find.executeTakeFirstOrThrow()).value as V // whoever was first, all use the same
    },
    takeFault: (endpoint, kind, happens) => machine.faults.take(vendor, endpoint, kind, happens),
  }
}
