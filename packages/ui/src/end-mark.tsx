import { type RefObject, useEffect, useRef } from 'react'

/** Further rows are loaded this far before the end comes into view. */
const AHEAD = '600px'

interface EndMarkProps {
  onNear: () => void
  /** What scrolls; without it, the page. */
  root?: RefObject<HTMLElement | null>
}

/** Stands behind the last row and calls when it comes near. */
export function EndMark({ onNear, root }: EndMarkProps) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mark.current) return
    const seen = (entries: IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) onNear()
    }
    const observer = new IntersectionObserver(seen, { root: root?.current ?? null, rootMargin: AHEAD })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onNear, root])
  return <div ref={mark} aria-hidden="true" />
}
