import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { Envelope } from '@omni/contracts/kernel.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { EMBEDDING_CHANNEL_ID } from '@omni/domain/vendors/manifest.ts'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { messageOf } from '../../platform/reactions.ts'
import { CHANNELS_PAGE } from '../../platform/pending-action.ts'
import { toast } from '../../platform/toasts.tsx'

/** /app/auth/bind/platform — opened by a store's admin: the store becomes one of this workplace, without a consent page. */
export function BindPlatformPage() {
  const t = useT()
  const [given] = useState(() => new URLSearchParams(window.location.search))
  const platform = given.get('platform') ?? EMBEDDING_CHANNEL_ID
  const id_token = given.get('id_token') ?? ''
  const shop = given.get('shop') ?? ''
  const bind = useAct(storeCalls.bindPlatform, { refresh: [storeCalls.listStore, authCalls.getAccount], quiet: true })
  const [failure, setFailure] = useState<Envelope | null>(null)
  const sent = useRef(false)
  const known = isChannel(platform) && id_token !== '' ? platform : null
  useEffect(() => {
    if (!known || sent.current) return
    sent.current = true
    void bind.run({ platform: known, id_token }).then((reply) => {
      if (!reply.success || !reply.data) return setFailure(reply)
      toast('success', t('channels.connected', { name: reply.data.store_name || reply.data.domain }))
      return go(CHANNELS_PAGE)
    })
    // Once per visit: the token is of this minute.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [known])
  if (known && !failure)
    return (
      <Page title={t('channels.callback_title')}>
        <RowsSkeleton rows={2} />
      </Page>
    )
  const isOthers = failure?.status === CODES.store_has_other_owner.status
  const move = `/app/setting/migrate?${new URLSearchParams({ platform, shop })}`
  return (
    <Page title={t('channels.callback_title')}>
      <EmptyState
        title={t(isOthers ? 'channels.other_owner_title' : 'channels.install_failed_title')}
        text={(failure && messageOf(failure)) || t('channels.no_answer_text')}
        action={
          <Button component={AppLink} href={isOthers ? move : CHANNELS_PAGE}>
            {t(isOthers ? 'channels.move_title' : 'channels.back_to_channels')}
          </Button>
        }
      />
    </Page>
  )
}
