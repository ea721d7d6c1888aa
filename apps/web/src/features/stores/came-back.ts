/** What a platform's answer at `/callback` says before anybody is asked. Pure. */
import { type Channel, CHANNELS, isChannel } from '@omni/domain/channels/document.ts'
import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
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

/** Who signs what it sends is known by that; where outlets are picked, our own state begins with the platform. */
function unnamed(query: Record<string, string>): Channel | null {
  const signed = CHANNELS.find((channel) => CHANNEL_FACTS[channel].return_query?.every((name) => name in query))
  if (signed) return signed
  const [name = ''] = (query['state'] ?? '').split('.')
  return isChannel(name) && isOutletChannel(name) ? name : null
}
