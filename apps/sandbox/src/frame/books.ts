import type { FrameDb } from './database.ts'
import type { Clock } from './clock.ts'
import { storable, storableText } from './storable.ts'

export const EVENT_KINDS = ['call', 'webhook', 'mail', 'fault', 'control'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

interface Entry {
  vendor: string
  kind: EventKind
  name: string
  status?: number | null
  ms?: number | null
  detail?: Record<string, unknown>
}

export interface BookEvent extends Required<Entry> {
  id: number
  chapter: number
  at: Date
  wall_at: Date
}

interface EventFilter {
  vendor?: string | undefined
  kinds?: readonly EventKind[] | undefined
  chapter?: number | undefined
  after?: number | undefined
  limit: number
}

/** The vendors' own books: what they were asked and what they did. Append-only, the database refuses anything else. */
export interface Books {
  chapter(): number
  /** `secretKeys`: the vendor's own names for what is blotted out, beside those that everybody knows. */
  append(entry: Entry, secretKeys?: ReadonlySet<string>): Promise<BookEvent>
  read(filter: EventFilter): Promise<BookEvent[]>
  turnTo(chapter: number): void
  onEvent(listener: (event: BookEvent) => void): () => void
}

/** Keeps one insert below PostgreSQL's 65,535 parameters. */
const LARGEST_BATCH = 500

interface Waiting {
  row: Omit<BookEvent, 'id'>
  done: (event: BookEvent) => void
  failed: (error: unknown) => void
}

export async function openBooks(db: FrameDb, clock: Clock): Promise<Books> {
  let chapter = (await db.selectFrom('state').select('chapter').executeTakeFirstOrThrow()).chapter
  let waiting: Waiting[] = []
  let writing = false
  const listeners = new Set<(event: BookEvent) => void>()

  // Group commit: while one insert is under way the next entries gather and go together. One writer at a time also
  // means ids become visible in order, which resuming a stream by its last id relies on.
  async function write() {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      try {
        const values = batch.map(({ row }) => ({ ...row, detail: JSON.stringify(row.detail) }))
        const ids = await db.insertInto('events').values(values).returning('id').execute()
        batch.forEach(({ row, done }, i) => {
          const event = { id: ids[i]?.id ?? 0, ...row }
          done(event)
          for (const listener of listeners) listener(event)
        })
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing = false
  }

  return {
    chapter: () => chapter,
    append: (entry, secretKeys) =>
      new Promise((done, failed) => {
        const row = {
          chapter,
          vendor: entry.vendor,
          at: clock.now(),
          wall_at: new Date(),
          kind: entry.kind,
          name: storableText(entry.name).slice(0, 300).toWellFormed(),
          status: entry.status ?? null,
          ms: entry.ms === null || entry.ms === undefined ? null : Math.round(entry.ms),
          detail: storable(entry.detail ?? {}, secretKeys) as Record<string, unknown>, // an object in, an object out
        }
        waiting.push({ row, done, failed })
        void write()
      }),
    async read({ vendor, kinds, chapter, after, limit }) {
      let query = db.selectFrom('events').selectAll().limit(limit)
      if (vendor !== undefined) query = query.where('vendor', '=', vendor)
      if (kinds !== undefined) query = query.where('kind', 'in', kinds)
      if (chapter !== undefined) query = query.where('chapter', '=', chapter)
      // Without a place to go on from, the newest are meant; either way the answer is in the order things happened.
      const rows =
        after === undefined
          ? (await query.orderBy('id', 'desc').execute()).reverse()
          : await query.where('id', '>', after).orderBy('id').execute()
      return rows as BookEvent[] // the check on `kind` in the table holds the closed set
    },
    turnTo(next) {
      chapter = next
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
