import { authCalls } from '@omni/contracts/auth.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { OUTLET_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { useAct } from '../../platform/act.ts'
import { currentStoreId, setStore } from '../../platform/session.ts'
import { isOutletChannel, OUTLET_CALLS } from './outlet-channels.ts'
import type { ConnectedStore } from './store-health.ts'

const OPTIONS = { refresh: [storeCalls.listStore, authCalls.getAccount], quiet: true } as const

/** Disconnects a store through the call that its platform has. */
export function useDisconnect({ id, platform, platform_domain: shop }: ConnectedStore) {
  const outlet = useAct(OUTLET_CALLS[isOutletChannel(platform) ? platform : OUTLET_CHANNEL_IDS[0]].disconnect, OPTIONS)
  const store = useAct(storeCalls.uninstallPlatform, OPTIONS)
  return {
    run: () => {
      // What is worked with from now on is another one; calls that name this one would be refused.
      if (id === currentStoreId()) setStore(null)
      return isOutletChannel(platform) ? outlet.run({ shop }) : store.run({ platform, shop })
    },
    pending: outlet.pending || store.pending,
  }
}
