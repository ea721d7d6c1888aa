/** Keys that work everywhere in the app. One table, so the help and the palette cannot disagree with what works. */
import { isTyping } from '@omni/ui/use-row-keys.ts'
import { useEffect, useRef } from 'react'

/** 'mod+k', '?', or two keys pressed one after the other: 'g h'. */
export type Shortcuts = Record<string, () => void>

const SEQUENCE_MS = 1000 // the second key of 'g h' must follow within this

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)
/** How the key is printed. */
export const modKey = () => (isMac() ? '⌘' : 'Ctrl')

function pressed(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  return event.altKey ? '' : mod + event.key.toLowerCase()
}

/** `first`: a page's own meaning of a key comes before the shell's; a dialog on top comes before both. */
export function useShortcuts(shortcuts: Shortcuts, { first: early = false } = {}) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    let first = ''
    let at = 0
    const act = (event: KeyboardEvent) => {
      const key = pressed(event)
      const withMod = key.startsWith('mod+')
      if (event.defaultPrevented || (!withMod && isTyping(event.target))) return
      if (early && document.querySelector('[role="dialog"]')) return
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${first} ${key}` : ''
      const run = latest.current[sequence] ?? latest.current[key]
      first = key
      at = event.timeStamp
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', act, early)
    return () => window.removeEventListener('keydown', act, early)
  }, [early])
}
