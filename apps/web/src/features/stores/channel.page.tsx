import { Button } from '@mantine/core'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { UNASKED_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { Card } from '@omni/ui/card.tsx'
import { Page } from '@omni/ui/page.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { useEffect, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import { goOnWithoutStore, keepPendingAction, takeReturn, takePendingAction } from '../../platform/pending-action.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { safeNext } from '../auth/entering.ts'
import { CARDS } from './channel-cards.ts'
import { ChannelCard } from './channel-card.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import classes from './stores.module.css'
import { useConnect } from './use-connect.ts'
import { useUninstalled } from './use-uninstalled.ts'

const WITHOUT_STORE = '/app/find-product'

/** /app/channel — where the products are sold (sourcing spec §2, Channels). `?next=` is gone to afterwards. */
export function ChannelPage() {
  const t = useT()
  const [{ next }] = useUrlState()
  const list = useCall(storeCalls.listStore, {}, { quiet: true })
  const [connecting, setConnecting] = useState<Channel | null>(null)
  const { connect } = useConnect(UNASKED_CHANNEL_IDS[0])
  const begin = async (platform: Channel) => {
    const unasked = UNASKED_CHANNEL_IDS.find((id) => id === platform)
    if (!unasked) return setConnecting(platform)
    const problem = await connect('', unasked)
    if (problem !== null) toast('error', problem)
  }
  useUninstalled(list.data?.items)
  useEffect(() => {
    if (next) keepPendingAction(safeNext(next))
  }, [next])
  useEffect(() => {
    // Somebody came back from a platform, had to sign in first, and landed here.
    const href = takeReturn()
    if (href) go(href)
  }, [])
  const stores = list.data?.items ?? []
  const goOn = () => {
    goOnWithoutStore()
    go(safeNext(takePendingAction() ?? WITHOUT_STORE))
  }
  return (
    <Page
      title={t('channels.title')}
      description={t('channels.text')}
      actions={
        // Marketplace users are led here although they have a store (sourcing spec §5).
        next && stores.length > 0 ? <Button onClick={goOn}>{t('channels.go_on')}</Button> : null
      }
    >
      {list.isPending ? (
        <Card>
          <RowsSkeleton rows={4} />
        </Card>
      ) : null}
      {list.isError ? (
        <Card>
          <ReadFailed reading={list} title="account.stores_failed" />
        </Card>
      ) : null}
      {list.data && stores.length === 0 ? (
        <Card
          title={t('channels.first_title')}
          description={t('channels.first_text')}
          actions={
            <Button variant="default" onClick={goOn}>
              {t('channels.without_store')}
            </Button>
          }
        >
          <p className={classes.text}>{t('channels.without_store_text')}</p>
        </Card>
      ) : null}
      {list.data ? (
        <div className={classes.cards}>
          {CARDS.map((card) => (
            <ChannelCard
              key={card.name}
              card={card}
              stores={stores.filter(({ platform }) => platform === card.channel)}
              connectable={list.data.connectable}
              onConnect={(platform) => void begin(platform)}
            />
          ))}
        </div>
      ) : null}
      {connecting ? (
        <ConnectDialog
          platform={connecting}
          stores={stores}
          keysOnly={list.data?.keys_only.includes(connecting) ?? false}
          onClose={() => setConnecting(null)}
        />
      ) : null}
    </Page>
  )
}
