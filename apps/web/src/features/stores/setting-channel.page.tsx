import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { CHANNELS_PAGE } from '../../platform/pending-action.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { ChannelSettings } from './channel-settings.tsx'
import { StoreRow } from './store-row.tsx'
import { useUninstalled } from './use-uninstalled.ts'

/** /app/setting/channel — the connected stores among the settings. */
export function SettingChannelPage() {
  const t = useT()
  const list = useCall(storeCalls.listStore, {}, { quiet: true })
  useUninstalled(list.data?.items)
  const currencies = useAct(storeCalls.refreshStoresCurrency, {
    refresh: [storeCalls.listStore, authCalls.getAccount],
    quiet: true,
  })
  const readCurrencies = async () => {
    const reply = await currencies.run({})
    if (!reply.success || !reply.data) return toast('error', messageOf(reply) || t('channels.currency_failed'))
    const changed = reply.data.items.filter((item) => item.changed).length
    toast('success', changed > 0 ? t('channels.currency_changed', { count: changed }) : t('channels.currency_same'))
  }
  const stores = list.data?.items
  return (
    <SettingsFrame title={t('channels.settings_title')} description={t('channels.settings_text')}>
      <Card
        title={t('account.linked_stores')}
        description={t('account.linked_stores_text')}
        actions={
          <>
            {stores && stores.length > 0 ? (
              <Button variant="default" loading={currencies.pending} onClick={() => void readCurrencies()}>
                {t('channels.currency')}
              </Button>
            ) : null}
            <Button component={AppLink} href={CHANNELS_PAGE}>
              {t('attention.connect_store_do')}
            </Button>
          </>
        }
      >
        {list.isPending ? <RowsSkeleton rows={2} /> : null}
        {list.isError ? <ReadFailed reading={list} title="account.stores_failed" /> : null}
        {stores?.length === 0 ? (
          <EmptyState compact title={t('account.no_stores')} text={t('account.no_stores_text')} />
        ) : null}
        {stores?.map((store) => (
          <StoreRow key={store.id} store={store} />
        ))}
      </Card>
      {list.data ? <ChannelSettings platforms={list.data.connectable} /> : null}
    </SettingsFrame>
  )
}
