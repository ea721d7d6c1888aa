/** What a platform's answer at `/callback` says before anybody is asked. Pure. */
import { type Channel, isChannel } from '@omni/domain/channels/document.ts'
import { isOutletChannel } from './outlet-channels.ts'

/** Platforms' words. */
const SAYS_NO = ['access_denied', 'auth_denied']

export interface CameBack {
  /** null: nothing that a platform of ours sends. */
  platform: Channel | null
  /** The store's owner said no. */
  refused: boolean
  /** All of it, as it is: signatures are made over the whole. */
  query: Record<string, string>
}

export function readCameBack(search: string): CameBack {
  const query = Object.fromEntries(new URLSearchParams(search))
  const named = query['platform'] ?? ''
  return {
    platform: isChannel(named) ? named : unnamed(query),
    refused: query['success'] === '0' || SAYS_NO.includes(query['error'] ?? ''),
    query,
  }
}

/** Shopify signs what it sends; where outlets are picked, our own state begins with the platform. */
function unnamed(query: Record<string, string>): Channel | null {
  if ('shop' in query && 'hmac' in query) return 'shopify'
  const [name = ''] = (query['state'] ?? '').split('.')
  return isChannel(name) && isOutletChannel(name) ? name : null
}
