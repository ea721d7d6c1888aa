/** What a platform's answer at `/callback` says before anybody is asked. Pure. */
import { type Channel, isChannel } from '@omni/domain/channels/document.ts'

/** Shopify's word, and TikTok's. */
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
  const isShopify = 'shop' in query && 'hmac' in query
  return {
    platform: isChannel(named) ? named : isShopify ? 'shopify' : null,
    refused: query['success'] === '0' || SAYS_NO.includes(query['error'] ?? ''),
    query,
  }
}
