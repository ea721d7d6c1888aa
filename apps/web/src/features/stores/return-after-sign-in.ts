/**
 * `/callback` and `/install` can be opened by somebody who is not signed in. Sign-in leads to pages below `/app` alone,
 * so the address waits in this tab, and the channels page goes on with it.
 */
import { store, stored } from '../../platform/storage.ts'

const KEY = 'omni.connect-return'
const OURS = /^\/(?:callback|install)\?/

export const keepReturn = (href: string) => store(KEY, href, 'sessionStorage')

export function takeReturn(): string | null {
  const href = stored(KEY, 'sessionStorage')
  store(KEY, null, 'sessionStorage')
  return href && OURS.test(href) ? href : null
}
