import { useEffect, useState } from 'react'
import { store, stored } from '../platform/storage.ts'

export interface Tracked {
  key: string
  status: 'processing' | 'success' | 'error'
  /** When a person began it. */
  began_at: string
}

/** By two clocks: where they differ, a line of a moment ago is shown, or one of the tab's own is not. */
const beganHere = ({ began_at }: Tracked) => Date.parse(began_at) >= performance.timeOrigin

/** What is shown of it, and how that is closed. */
export interface Following<T extends Tracked> {
  shown: readonly T[]
  close: () => void
}

const read = (name: string) => new Set(stored(name, 'sessionStorage')?.split('\n'))

/**
 * What a tracker shows in this tab: what is under way, and what was under way while the tab was open, until it is
 * closed. What was over before says its order.
 */
export function useTracked<T extends Tracked>(name: string, items: readonly T[]): Following<T> {
  const [seen, setSeen] = useState(() => read(`omni.${name}-seen`))
  const [closed, setClosed] = useState(() => read(`omni.${name}-closed`))
  const fresh = items.filter((item) => !seen.has(item.key) && (item.status === 'processing' || beganHere(item)))
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ key }) => key)]))
  useEffect(() => store(`omni.${name}-seen`, [...seen].join('\n'), 'sessionStorage'), [name, seen])
  useEffect(() => store(`omni.${name}-closed`, [...closed].join('\n'), 'sessionStorage'), [name, closed])
  // What ends in another way later is news again.
  const wordOf = ({ key, status }: Tracked) => `${key} ${status}`
  const shown = items.filter((item) => seen.has(item.key) && !closed.has(wordOf(item)))
  return { shown, close: () => setClosed(new Set([...closed, ...shown.map(wordOf)])) }
}
