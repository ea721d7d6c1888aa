/** Channels where one consent opens several outlets, of which one is picked afterwards. */
import type { Call } from '@omni/contracts/kernel.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { OUTLET_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import type { Channel } from '@omni/domain/channels/document.ts'

export type OutletChannel = (typeof OUTLET_CHANNEL_IDS)[number]
export const isOutletChannel = (channel: Channel): channel is OutletChannel =>
  OUTLET_CHANNEL_IDS.some((id) => id === channel)

/** The specification has calls of its own for each. */
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
} as const satisfies Record<OutletChannel, Record<string, Call>>
