import { sql } from 'kysely'
import type { BookEvent } from '../frame/books.ts'
import type { Vendor } from '../frame/define-vendor.ts'
import type { Fault } from '../frame/faults.ts'
import type { Machine } from '../frame/world.ts'

interface Health {
  state: 'healthy' | 'slow' | 'failing'
  word: string
}

export interface HealthWatch {
  of(vendor: string): { health: Health; last_ms: number | null; series: number[]; calls: number }
  clear(): void
}

const SERIES = 24

/** Keeps the last latencies of every vendor in memory, so that the vendor list costs no query. */
export async function watchHealth({ frame, books, faults }: Machine, vendors: readonly Vendor[]): Promise<HealthWatch> {
  const series = new Map<string, number[]>(vendors.map((vendor) => [vendor.id, []]))
  const calls = new Map<string, number>()
  const add = (event: Pick<BookEvent, 'vendor' | 'kind' | 'ms'>) => {
    if (event.kind !== 'call' && event.kind !== 'mail') return
    calls.set(event.vendor, (calls.get(event.vendor) ?? 0) + 1)
    const list = series.get(event.vendor)
    if (!list || event.ms === null) return
    list.push(event.ms)
    if (list.length > SERIES) list.shift()
  }

  const chapter = books.chapter()
  const counts = await frame
    .selectFrom('events')
    .select(['vendor', sql<number>`count(*)`.as('count')])
    .where('chapter', '=', chapter)
    .where('kind', 'in', ['call', 'mail'])
    .groupBy('vendor')
    .execute()
  const recent = await books.read({ chapter, kinds: ['call', 'mail'], limit: SERIES * vendors.length * 4 })
  for (const event of recent) add(event)
  for (const { vendor, count } of counts) calls.set(vendor, count)
  books.onEvent(add)

  return {
    of(vendor) {
      const list = series.get(vendor) ?? []
      return {
        health: describe(faults.of(vendor)),
        last_ms: list.at(-1) ?? null,
        series: [...list],
        calls: calls.get(vendor) ?? 0,
      }
    },
    clear() {
      for (const list of series.values()) list.length = 0
      calls.clear()
    },
  }
}

/** A sandbox vendor is as well as its switches let it be: the worst one on gives the word. */
function describe(faults: readonly Fault[]): Health {
  const on = <K extends Fault['kind']>(kind: K) => faults.find((f): f is Extract<Fault, { kind: K }> => f.kind === kind)
  const broken = on('server_error')
  if (broken) return { state: 'failing', word: broken.percent === 100 ? 'Down' : `Failing, ${broken.percent} %` }
  if (on('rate_limit')) return { state: 'failing', word: 'Rate limited' }
  if (on('expired_token')) return { state: 'failing', word: 'Sign-in expired' }
  if (on('drop_reply')) return { state: 'failing', word: 'Answers lost' }
  if (on('act_then_fail')) return { state: 'failing', word: 'Fails after the work' }
  if (on('answer_late')) return { state: 'failing', word: 'Answers too late' }
  if (on('act_then_refuse')) return { state: 'failing', word: 'Refuses after the work' }
  if (on('land_late')) return { state: 'failing', word: 'Works after hanging up' }
  if (on('answer_twice')) return { state: 'failing', word: 'Answers twice' }
  if (on('forgets_references')) return { state: 'failing', word: 'Forgets references' }
  if (on('stale_reads')) return { state: 'slow', word: 'Reads lag behind' }
  if (on('malformed_json')) return { state: 'failing', word: 'Broken JSON' }
  const slow = on('latency')
  if (slow) return { state: 'slow', word: `Slow, +${seconds(slow.max_ms)}` }
  if (on('duplicate_callbacks')) return { state: 'slow', word: 'Webhooks twice' }
  if (on('reorder_callbacks')) return { state: 'slow', word: 'Webhooks shuffled' }
  return { state: 'healthy', word: 'Healthy' }
}

const seconds = (ms: number) => (ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`)
