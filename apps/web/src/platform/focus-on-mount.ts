import { type RefObject, useEffect, useRef } from 'react'

/** For a field that appears because its button was pressed: the next thing typed belongs in it. */
export function useFocusOnMount<E extends HTMLElement>(wanted = true): RefObject<E | null> {
  const field = useRef<E>(null)
  useEffect(() => {
    if (wanted) field.current?.focus()
  }, [wanted])
  return field
}
