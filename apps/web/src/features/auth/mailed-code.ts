import { useState } from 'react'

/** `id` and `code` of a mailed link. Read once: it belongs to this visit, whatever happens to the address later. */
export function useMailedCode(): { id: string; code: string } | null {
  const [mailed] = useState(() => {
    const parameters = new URLSearchParams(window.location.search)
    const id = parameters.get('id')
    const code = parameters.get('code')
    return id && code ? { id, code } : null
  })
  return mailed
}
