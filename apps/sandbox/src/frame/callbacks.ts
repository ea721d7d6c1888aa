import type { Selectable } from 'kysely'
import type { Books } from './books.ts'
import type { Clock } from './clock.ts'
import type { FrameDb, FrameTables } from './database.ts'
import type { Faults } from './faults.ts'
import { brief, readableBody } from './storable.ts'

/** Headers that prove a delivery; made anew for every attempt, as vendors with a timestamp in the signature do. */
export type Sign = (body: string, at: Date) => Record<string, string>
/** For a vendor that never tries again: told how its one delivery was answered. */
export type Once = (status: number | undefined) => Promise<void>
type Row = Selectable<FrameTables['callbacks']>

export interface Callbacks {
  send(
    vendor: string,
    message: { name: string; url: string; body: unknown; headers: Record<string, string> },
    sign?: Sign,
    once?: Once,
  ): Promise<void>
  stop(): Promise<void>
}

const ANSWER_WITHIN_MS = 5_000
const AT_ONCE = 50
/** Sandbox time between attempts; after the last one the vendor gives up. */
const RETRY_AFTER_MS = [10, 60, 300, 1800, 7200, 21_600, 86_400].map((seconds) => seconds * 1000)
const LONGEST_TIMER_MS = 60_000

export function openCallbacks(
  db: FrameDb,
  clock: Clock,
  books: Books,
  faults: Faults,
  random: () => number,
): Callbacks {
  const signers = new Map<number, Sign>()
  const listeners = new Map<number, Once>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function attempt(row: Row) {
    const started = performance.now()
    const fresh = signers.get(row.id)?.(row.body, clock.now())
    let status: number | undefined
    let answer: string
    try {
      const response = await fetch(row.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...row.headers, ...fresh },
        body: row.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      status = response.status
      answer = (await response.text()).slice(0, 2000)
    } catch (error) {
      answer = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}`.trim() : String(error)
    }
    const delivered = status !== undefined && status >= 200 && status < 300
    const wait = row.once ? undefined : RETRY_AFTER_MS[row.attempts]
    const attempts = row.attempts + 1
    if (delivered || wait === undefined) {
      signers.delete(row.id)
      await db.deleteFrom('callbacks').where('id', '=', row.id).execute()
    } else {
      const due_at = new Date(clock.now().getTime() + wait)
      await db.updateTable('callbacks').set({ attempts, due_at }).where('id', '=', row.id).execute()
    }
    await listeners.get(row.id)?.(status)
    listeners.delete(row.id)
    const nth = row.attempts > 0 ? ` attempt ${attempts}` : ''
    const fault = row.fault ? ` (fault: ${row.fault})` : ''
    const end = delivered ? '' : wait === undefined ? ', given up' : `, again in ${wait / 1000} s`
    await books.append({
      vendor: row.vendor,
      kind: 'webhook',
      name: `${row.name}${nth}${fault}${end}`,
      status: status ?? null,
      ms: performance.now() - started,
      detail: {
        url: row.url,
        request: brief(readableBody(row.body, 'json')),
        answer,
        attempt: attempts,
        fault: row.fault,
      },
    })
  }

  async function deliverDue() {
    do {
      again = false
      for (;;) {
        const due = await db
          .selectFrom('callbacks')
          .selectAll()
          .where('due_at', '<=', clock.now())
          .orderBy('due_at')
          .orderBy('id')
          .limit(AT_ONCE)
          .execute()
        if (due.length === 0 || stopped) break
        // In order per receiver, receivers side by side: only the reorder fault may shuffle.
        const receivers = Map.groupBy(due, (row) => row.url)
        await Promise.all(
          [...receivers.values()].map(async (rows) => {
            for (const row of rows) if (!stopped) await attempt(row)
          }),
        )
      }
    } while (again && !stopped)
    const next = await db.selectFrom('callbacks').select('due_at').orderBy('due_at').limit(1).executeTakeFirst()
    if (!next || stopped) return
    const wait = (next.due_at.getTime() - clock.now().getTime()) / clock.read().speed
    timer = setTimeout(schedule, Math.max(1, Math.min(wait, LONGEST_TIMER_MS)))
  }

  function schedule() {
    if (stopped) return
    clearTimeout(timer)
    again = true
    // A database hiccup must not end deliveries for good: look again in a second.
    running ??= deliverDue()
      .catch(() => void (timer = setTimeout(schedule, 1000)))
      .finally(() => {
        running = undefined
        if (again) schedule()
      })
  }

  clock.onChange(schedule)
  schedule()

  return {
    async send(vendor, { name, url, body, headers }, sign, once) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const reorder = await faults.take(vendor, name, 'reorder_callbacks')
      const duplicate = await faults.take(vendor, name, 'duplicate_callbacks')
      const later = () => (reorder ? random() * reorder.within_ms : 0)
      const row = (fault: string | null) => {
        const due_at = new Date(clock.now().getTime() + later())
        // The signature of now is stored too: after a restart the signer is gone and this one still holds.
        const all = JSON.stringify({ ...headers, ...sign?.(text, clock.now()) })
        return { vendor, name, url, body: text, headers: all, due_at, attempts: 0, fault, once: once !== undefined }
      }
      const rows = [row(reorder ? 'reorder' : null), ...(duplicate ? [row('duplicate')] : [])]
      const saved = await db.insertInto('callbacks').values(rows).returning('id').execute()
      if (sign) for (const { id } of saved) signers.set(id, sign)
      if (once) for (const { id } of saved) listeners.set(id, once)
      schedule()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
