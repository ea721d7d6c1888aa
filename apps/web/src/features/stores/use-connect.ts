import { CODES } from '@omni/contracts/codes.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { OUTLET_CHANNEL_IDS, UNASKED_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { useAccount } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { messageOf } from '../../platform/reactions.ts'
import { useWorkplaceId } from '../../platform/session.ts'
import { recordBegun } from '../../platform/pending-action.ts'
import { toast } from '../../platform/toasts.tsx'
import { isOutletChannel, OUTLET_CALLS } from './outlet-channels.ts'

const OPTIONS = { refresh: [], quiet: true } as const

/** Sends the browser to where the store's owner allows us in; answers with what was wrong instead. */
export function useConnect(platform: Channel) {
  const t = useT()
  const { id } = useAccount()
  const workplace = useWorkplaceId()
  const outlet = useAct(OUTLET_CALLS[isOutletChannel(platform) ? platform : OUTLET_CHANNEL_IDS[0]].auth, OPTIONS)
  const unasked = useAct(storeCalls.getConsentUrl, OPTIONS)
  const store = useAct(storeCalls.linkPlatform, OPTIONS)
  /** `shop`: its address; where outlets are picked afterwards, or the platform's own page knows, nobody asks for it. */
  const connect = async (shop: string, of: Channel = platform): Promise<string | null> => {
    const alone = UNASKED_CHANNEL_IDS.find((id) => id === of)
    const reply = await (isOutletChannel(of)
      ? outlet.run({})
      : alone
        ? unasked.run({ platform: alone })
        : store.run({ platform: of, shop }))
    if (reply.status === CODES.store_has_other_owner.status) {
      toast('error', messageOf(reply))
      go(`/app/setting/migrate?${new URLSearchParams({ platform: of, shop })}`)
      return null
    }
    if (!reply.success || !reply.data) return messageOf(reply) || t('channels.connect_failed')
    recordBegun({ user_id: id, workplace_id: workplace ?? '' })
    window.location.assign(reply.data.url)
    return null
  }
  return { connect, pending: outlet.pending || unasked.pending || store.pending }
}
