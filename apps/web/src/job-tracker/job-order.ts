/** How the tracker sums up and orders its entries (look 13: what failed stands first). Pure. */
import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { countJobs, isDone } from '@omni/domain/job-tracker/jobs.ts'

const RANK = { error: 0, processing: 1, success: 2 } as const

const rankOf = ({ status, failed }: JobEntry) => (failed > 0 ? RANK.error : RANK[status])

export const failedFirst = (entries: readonly JobEntry[]): JobEntry[] =>
  entries.toSorted((a, b) => rankOf(a) - rankOf(b) || b.updated_at.localeCompare(a.updated_at))

export interface Summary {
  total: number
  good: number
  bad: number
  running: number
  /** The one kind there is; null when there are several. */
  kind: JobEntry['kind'] | null
}

/** In rows, not in jobs: a run of 500 counts as 500. `done` are those that went well. */
export function summarise(entries: readonly JobEntry[]): Summary {
  const sum = { total: 0, good: 0, bad: 0 }
  for (const { total, done, failed, status } of entries) {
    const rows = Math.max(1, total)
    const bad = Math.min(rows, total === 0 && status === 'error' ? 1 : failed)
    const good = Math.min(rows - bad, status === 'success' ? rows - bad : done)
    sum.total += rows
    sum.good += good
    sum.bad += bad
  }
  const kinds = Object.keys(countJobs(entries).kinds)
  return {
    ...sum,
    running: entries.filter(({ status }) => !isDone(status)).length,
    kind: kinds.length === 1 ? (entries[0]?.kind ?? null) : null,
  }
}
