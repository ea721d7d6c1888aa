import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { messageOf } from '../../platform/reactions.ts'
import { currentWorkplaceId } from '../../platform/session.ts'
import { recordBegun } from '../../platform/pending-action.ts'
import { Connecting, NotConnected } from './connect-result.tsx'
import { useSignedIn } from './use-signed-in.ts'

/** /install?shop=… — begun at the platform: on to where the store's owner allows us in. */
export function InstallPage() {
  const t = useT()
  const [shop] = useState(() => new URLSearchParams(window.location.search).get('shop')?.trim() ?? '')
  const { account, problem } = useSignedIn(shop !== '')
  const begin = useAct(storeCalls.getShopInstallUrl, { refresh: [], quiet: true })
  const [failure, setFailure] = useState<string | null>(null)
  const sent = useRef(false)
  useEffect(() => {
    if (!account || sent.current) return
    sent.current = true
    void begin.run({ shop }).then((reply) => {
      if (!reply.success || !reply.data) return setFailure(messageOf(reply))
      recordBegun({ user_id: account.id, workplace_id: currentWorkplaceId() ?? '' })
      window.location.assign(reply.data.url)
    })
    // Once per visit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [account])
  if (shop === '') return <NotConnected title={t('channels.no_shop_title')} text={t('channels.no_shop_text')} />
  const reason = failure ?? problem
  if (reason !== null)
    return (
      <NotConnected
        title={t('channels.install_failed_title')}
        text={t('channels.install_failed_text')}
        reason={reason}
      />
    )
  return <Connecting title={t('channels.install_title')} />
}
