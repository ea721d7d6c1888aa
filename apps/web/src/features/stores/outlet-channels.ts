/** Channels where one consent opens several outlets, of which one is picked afterwards. */
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'

export type OutletChannel = 'facebook' | 'google'
export const isOutletChannel = (channel: Channel): channel is OutletChannel =>
  channel === 'facebook' || channel === 'google'

/** The specification has calls of their own for both. */
export const OUTLET_CALLS = {
  facebook: {
    auth: storeCalls.getFacebookAuth,
    callback: storeCalls.callbackFacebook,
    link: storeCalls.linkFacebook,
    disconnect: storeCalls.disconnectFacebook,
  },
  google: {
    auth: storeCalls.getGoogleMerchantAuth,
    callback: storeCalls.callbackGoogleMerchant,
    link: storeCalls.linkGoogleMerchant,
    disconnect: storeCalls.disconnectGoogleMerchant,
  },
} as const
