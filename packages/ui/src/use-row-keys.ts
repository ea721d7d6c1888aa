import { useEffect, useState } from 'react'

/** Keys typed into a field belong to the field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

interface RowKeys {
  count: number
  onSelect?: ((index: number) => void) | undefined
  onOpen?: ((index: number) => void) | undefined
}

/** J and K move the cursor, X selects, Enter opens (design/ui.md). Returns the row under the cursor, -1 for none. */
export function useRowKeys({ count, onSelect, onOpen }: RowKeys): number {
  const [cursor, setCursor] = useState(-1)
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || count === 0) return
      // A dialog on top owns the keyboard.
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      const key = event.key.toLowerCase()
      if (key === 'j') setCursor((at) => Math.min(at + 1, count - 1))
      else if (key === 'k') setCursor((at) => Math.max(at - 1, 0))
      else if (key === 'x' && cursor >= 0) onSelect?.(cursor)
      else if (key === 'enter' && cursor >= 0 && event.target === document.body) onOpen?.(cursor)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', act)
    return () => window.removeEventListener('keydown', act)
  }, [count, cursor, onSelect, onOpen])
  return Math.min(cursor, count - 1)
}
