import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { useEffect, useState } from 'react'
import { store, stored } from '../platform/storage.ts'

const KNOWN = 'omni.jobs-at-first'
const OVER = 'omni.jobs-over-at-first'

const runOf = ({ key, run_id }: JobEntry) => `${key} ${run_id}`
/** A refused push is said by its listing, and by "Needs you" on the home screen, until it is mended. */
const isOver = ({ kind, status, failed }: JobEntry) =>
  status !== 'processing' && (kind === 'push' || (status === 'success' && failed === 0))

/**
 * What ends before this tab has read the list for the first time may be its own. By two clocks: where they differ, a line
 * of a moment ago is shown, or one of the tab's own is not.
 */
const isOfBefore = ({ created_at }: JobEntry) => Date.parse(created_at) < performance.timeOrigin

/** What was so when this tab was opened. A reload is the same tab. */
function useAtFirst(name: string, now: readonly string[] | undefined): ReadonlySet<string> | null {
  const [first, setFirst] = useState(() => stored(name, 'sessionStorage')?.split('\n') ?? null)
  const isFirst = first === null && now !== undefined
  if (isFirst) setFirst([...now])
  useEffect(() => {
    if (first !== null) store(name, first.join('\n'), 'sessionStorage')
  }, [name, first])
  const known = isFirst ? now : first
  return known && new Set(known)
}

/**
 * What of the tracker is shown in this tab. What was over before it was opened is not, when its result is seen
 * elsewhere: whoever comes back the next morning finds it there. `wasThere`: this tab began none of it.
 */
export function useJobsAtFirst(entries: readonly JobEntry[] | undefined): { shown: JobEntry[]; wasThere: boolean } {
  const before = entries?.filter(isOfBefore)
  const known = useAtFirst(
    KNOWN,
    before?.map(({ key }) => key),
  )
  const over = useAtFirst(OVER, before?.filter(isOver).map(runOf))
  const shown = (entries ?? []).filter((entry) => !over?.has(runOf(entry)))
  return { shown, wasThere: known !== null && shown.every(({ key }) => known.has(key)) }
}
