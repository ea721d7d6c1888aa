import { z } from 'zod'
import type { Books } from './books.ts'
import type { FrameDb } from './database.ts'

const shared = {
  /** Only this endpoint; left out = all of the vendor's. */
  endpoint: z.string().max(100).optional(),
  /** How many calls it still hits; left out = until switched off. */
  times: z.int().min(1).max(1_000_000).optional(),
}
const ms = z.int().min(0).max(120_000)
const percent = z.number().min(1).max(100).default(100)
const serverStatus = z.int().min(500).max(599).default(500)

export const Fault = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.literal('latency'), min_ms: ms, max_ms: ms, ...shared })
    .refine((fault) => fault.min_ms <= fault.max_ms, 'min_ms must not be above max_ms'),
  z.strictObject({ kind: z.literal('rate_limit'), retry_after_s: z.int().min(0).max(3600).default(2), ...shared }),
  z.strictObject({ kind: z.literal('server_error'), percent, status: serverStatus, ...shared }),
  /** The work is done and the line is cut before the answer. */
  z.strictObject({ kind: z.literal('drop_reply'), percent, ...shared }),
  /** The work is done and the answer says that it failed. */
  z.strictObject({ kind: z.literal('act_then_fail'), percent, status: serverStatus, ...shared }),
  /** The work is done and the answer is a refusal in the vendor's own words: a lie that looks like the truth. */
  z.strictObject({ kind: z.literal('act_then_refuse'), percent, ...shared }),
  /** The work is done at once and the answer comes after the caller has given up. */
  z.strictObject({ kind: z.literal('answer_late'), percent, after_ms: ms.default(40_000), ...shared }),
  /** The answer is written twice onto the same line. */
  z.strictObject({ kind: z.literal('answer_twice'), percent, ...shared }),
  /** The line is cut at once and the work is done later, when the caller has long given up. */
  z.strictObject({ kind: z.literal('land_late'), percent, after_ms: ms.default(2_000), ...shared }),
  /** Reads show what was true so long ago, by the sandbox's clock. */
  z.strictObject({ kind: z.literal('stale_reads'), percent, behind_ms: ms.default(5_000), ...shared }),
  /** A repeated reference makes another order, whatever the vendor promises: nobody may lean on that promise. */
  z.strictObject({ kind: z.literal('forgets_references'), ...shared }),
  z.strictObject({ kind: z.literal('malformed_json'), ...shared }),
  /** Nothing is done, and the answer is one that the real vendor was seen to give (scenes.ts). */
  z.strictObject({ kind: z.literal('scene'), scene: z.string().max(200), ...shared }),
  z.strictObject({ kind: z.literal('expired_token'), ...shared }),
  z.strictObject({ kind: z.literal('duplicate_callbacks'), ...shared }),
  z.strictObject({ kind: z.literal('reorder_callbacks'), within_ms: ms.default(30_000), ...shared }),
])
export type Fault = z.output<typeof Fault>
export type FaultKind = Fault['kind']
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>

/** The switch table. Memory decides (there is one process), the database remembers. */
export interface Faults {
  of(vendor: string): readonly Fault[]
  set(vendor: string, faults: Fault[]): Promise<void>
  /** The switch that hits this call, counted down; `happens` lets a chance decide before it is counted. */
  take<K extends FaultKind>(
    vendor: string,
    endpoint: string,
    kind: K,
    happens?: (fault: FaultOf<K>) => boolean,
  ): Promise<FaultOf<K> | undefined>
  clear(): void
}

export async function openFaults(db: FrameDb, books: Books): Promise<Faults> {
  const active = new Map<string, Fault[]>()
  for (const row of await db.selectFrom('faults').selectAll().execute()) {
    const read = Fault.safeParse({
      kind: row.kind,
      ...row.params,
      ...(row.endpoint && { endpoint: row.endpoint }),
      ...(row.times && { times: row.times }),
    })
    // A switch of an older build that no longer parses is off, not a reason to stay down.
    if (read.success) active.set(row.vendor, [...(active.get(row.vendor) ?? []), read.data])
  }

  async function countDown(vendor: string, fault: Fault) {
    if (fault.times === undefined) return
    fault.times -= 1
    const key = [vendor, fault.endpoint ?? '', fault.kind] as const
    const where = { vendor: key[0], endpoint: key[1], kind: key[2] }
    if (fault.times > 0) {
      const times = fault.times
      await db
        .updateTable('faults')
        .set({ times })
        .where((eb) => eb.and(where))
        .execute()
      return
    }
    active.set(
      vendor,
      (active.get(vendor) ?? []).filter((other) => other !== fault),
    )
    await db
      .deleteFrom('faults')
      .where((eb) => eb.and(where))
      .execute()
    await books.append({ vendor, kind: 'fault', name: `${fault.kind} ran out`, detail: { endpoint: fault.endpoint } })
  }

  return {
    of: (vendor) => active.get(vendor) ?? [],
    async set(vendor, faults) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('faults').where('vendor', '=', vendor).execute()
        const rows = faults.map(({ kind, endpoint = '', times = null, ...params }) => {
          return { vendor, kind, endpoint, times, params: JSON.stringify(params) }
        })
        if (rows.length > 0) await tx.insertInto('faults').values(rows).execute()
      })
      active.set(
        vendor,
        faults.map((fault) => ({ ...fault })),
      )
      const name = faults.length === 0 ? 'all faults off' : `faults on: ${faults.map((fault) => fault.kind).join(', ')}`
      await books.append({ vendor, kind: 'fault', name, detail: { faults } })
    },
    async take<K extends FaultKind>(
      vendor: string,
      endpoint: string,
      kind: K,
      happens: (fault: FaultOf<K>) => boolean = () => true,
    ) {
      const all = active.get(vendor)
      if (!all || all.length === 0) return undefined
      const same = all.filter((fault): fault is FaultOf<K> => fault.kind === kind)
      // The endpoint's own switch beats the one for the whole vendor.
      const fault =
        same.find((fault) => fault.endpoint === endpoint) ?? same.find((fault) => fault.endpoint === undefined)
      if (!fault || !happens(fault)) return undefined
      await countDown(vendor, fault)
      return fault
    },
    clear: () => active.clear(),
  }
}
