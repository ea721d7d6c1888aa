import type { Envelope } from '@omni/contracts/kernel.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { useAccount } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { messageOf } from '../../platform/reactions.ts'
import { useWorkplaceId } from '../../platform/session.ts'
import { noteBegun } from '../../platform/store-wish.ts'

/** Sends the browser to where the store's owner allows us in; answers with what was wrong instead. */
export function useConnect() {
  const t = useT()
  const { id } = useAccount()
  const workplace = useWorkplaceId()
  const link = useAct(storeCalls.linkPlatform, { refresh: [], quiet: true })
  const unasked = useAct(storeCalls.getTiktokAuth, { refresh: [], quiet: true })
  const leave = (reply: Envelope<{ url: string }>): string | null => {
    if (!reply.success || !reply.data) return messageOf(reply) || t('channels.connect_failed')
    noteBegun({ user_id: id, workplace_id: workplace ?? '' })
    window.location.assign(reply.data.url)
    return null
  }
  return {
    connect: async (platform: Channel, shop: string) => leave(await link.run({ platform, shop })),
    /** TikTok's own page knows which shop it is. */
    connectTiktok: async () => leave(await unasked.run({})),
    pending: link.pending || unasked.pending,
  }
}
