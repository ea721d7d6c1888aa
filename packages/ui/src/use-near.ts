import { type RefObject, useEffect, useRef, useState } from 'react'

/** True from the moment the element of `place` comes within `margin` pixels of the view. */
export function useNear<T extends Element>(margin: number): { place: RefObject<T | null>; near: boolean } {
  const place = useRef<T>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || near) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${margin}px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near, margin])
  return { place, near }
}
