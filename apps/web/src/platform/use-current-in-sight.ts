import { type RefObject, useEffect, useRef } from 'react'

/** For a bar of links that scrolls on a phone: of those with a `data-place`, the one of the page one is on is in sight. */
export function useCurrentInSight<E extends HTMLElement = HTMLElement>(current: string): RefObject<E | null> {
  const bar = useRef<E>(null)
  useEffect(() => {
    bar.current?.querySelector(`[data-place="${current}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return bar
}
