import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { CHANNELS_PAGE, takePendingAction } from '../../platform/pending-action.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { trackAction } from '../../platform/track.ts'
import { safeNext } from '../auth/entering.ts'

/** Connects a store with a key that was copied there; answers with what was wrong, or null once it is connected. */
export function useConnectByKeys() {
  const t = useT()
  const act = useAct(storeCalls.connectByKeys, { refresh: [storeCalls.listStore, authCalls.getAccount], quiet: true })
  const connect = async (input: CallInput<typeof storeCalls.connectByKeys>): Promise<string | null> => {
    const reply = await act.run(input)
    const { platform, shop } = input
    if (reply.status === CODES.store_has_other_owner.status && !input.moves) {
      toast('error', messageOf(reply))
      go(`/app/setting/migrate?${new URLSearchParams({ platform, shop })}`)
      return null
    }
    if (!reply.success || !reply.data) return messageOf(reply) || t('channels.connect_failed')
    trackAction('connect', { platform })
    toast('success', t('channels.connected', { name: reply.data.store_name || reply.data.domain }))
    go(safeNext(takePendingAction() ?? CHANNELS_PAGE))
    return null
  }
  return { connect, pending: act.pending }
}
