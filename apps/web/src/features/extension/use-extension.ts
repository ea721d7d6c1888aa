import {
  type ExtensionEnvelope,
  type ExtensionMessage,
  HELLO_WITHIN_MS,
  type PageMessage,
} from '@omni/contracts/extension.ts'
import { useCallback, useEffect, useRef, useState } from 'react'

export type Presence = 'asking' | 'here' | 'absent'

export function say(message: PageMessage): void {
  const envelope: ExtensionEnvelope<PageMessage> = { omni: 'page', message }
  window.postMessage(envelope, window.location.origin)
}

/** Other scripts post on the window too, and pages that frame ours. What the extension says is checked by the server. */
function readMessage({ source, origin, data }: MessageEvent<unknown>): ExtensionMessage | null {
  if (source !== window || origin !== window.location.origin || typeof data !== 'object' || data === null) return null
  const { omni, message } = data as Partial<ExtensionEnvelope<ExtensionMessage>> // looked at below
  return omni === 'extension' && typeof message === 'object' && message !== null ? message : null
}

/** Whether the extension is in this browser, and the way to talk to it (contracts: extension.ts). */
export function useExtension(listen: (message: ExtensionMessage) => void) {
  const [presence, setPresence] = useState<Presence>('asking')
  const latest = useRef(listen)
  useEffect(() => {
    latest.current = listen
  })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const greet = useCallback(() => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => setPresence('absent'), HELLO_WITHIN_MS)
    say({ is: 'hello' })
  }, [])
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      const message = readMessage(event)
      if (!message) return
      clearTimeout(waiting.current)
      setPresence('here')
      if (message.is !== 'here') latest.current(message)
    }
    window.addEventListener('message', listen)
    greet()
    return () => {
      window.removeEventListener('message', listen)
      clearTimeout(waiting.current)
    }
  }, [greet])
  const askAgain = () => {
    setPresence('asking')
    greet()
  }
  return { presence, askAgain }
}
