import { type RefObject, useEffect, useState } from 'react'
import { ROW_HEIGHT } from './measures.ts'

/** Fewer rows than this are all drawn. */
export const WINDOW_FROM = 200
/** Rows are exchanged in blocks: one drawing per block scrolled, not per pixel. */
const BLOCK = 20
const AROUND = 2 * BLOCK
/** More rows than any screen shows at once. */
const SCREEN = 60

export interface RowWindow {
  from: number
  to: number
}

/** The rows of a long table that are near the view; all rows have ROW_HEIGHT. Pure, for its test. */
export function rowsNear(scrollTop: number, count: number): RowWindow {
  if (count <= WINDOW_FROM) return { from: 0, to: count }
  const first = Math.floor(Math.max(0, scrollTop) / ROW_HEIGHT / BLOCK) * BLOCK
  const from = Math.min(Math.max(0, first - AROUND), Math.max(0, count - SCREEN - AROUND))
  return { from, to: Math.min(count, first + BLOCK + SCREEN + AROUND) }
}

export function useRowWindow(frame: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [near, setNear] = useState<RowWindow>({ from: 0, to: WINDOW_FROM })
  useEffect(() => {
    const element = frame.current
    if (!element || count <= WINDOW_FROM) return
    const look = () =>
      setNear((before) => {
        const next = rowsNear(element.scrollTop, count)
        return next.from === before.from && next.to === before.to ? before : next
      })
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [frame, count])
  return count <= WINDOW_FROM ? { from: 0, to: count } : near
}
