import { useEffect } from 'react'
import { useT } from '../../platform/i18n.ts'
import { onRealtime } from '../../platform/realtime.ts'
import { toast } from '../../platform/toasts.tsx'
import type { ConnectedStore } from './store-health.ts'

/** Sourcing spec §4, channel card: a store that left, by us or on its own side, is named. The list is read again. */
export function useUninstalled(stores: readonly ConnectedStore[] | undefined) {
  const t = useT()
  useEffect(
    () =>
      onRealtime('store.uninstalled', ({ store_id, success }) => {
        const name = stores?.find(({ id }) => id === store_id)?.store_name
        if (!name) return
        if (success) toast('success', t('channels.disconnected', { name }))
        else toast('error', t('channels.disconnect_failed', { name }))
      }),
    [stores, t],
  )
}
