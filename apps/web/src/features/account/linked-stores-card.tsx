import { Button } from '@mantine/core'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { isVendorName } from '../../platform/vendor-names.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { CHANNELS_PAGE } from '../../platform/pending-action.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import classes from './account.module.css'

/** The stores of this workplace; one of them is the default (foundation spec §3, store). */
export function LinkedStoresCard() {
  const t = useT()
  const stores = useCall(storeCalls.listStore, {}, { quiet: true })
  const makeDefault = useAct(storeCalls.updateDefaultStore, {
    refresh: [storeCalls.listStore, authCalls.getAccount],
    optimistic: ({ store_id }) =>
      patchAnswers(storeCalls.listStore, ({ items, ...rest }) => ({
        ...rest,
        items: items.map((store) => ({ ...store, is_default: store.id === store_id })),
      })),
  })
  return (
    <Card title={t('account.linked_stores')} description={t('account.linked_stores_text')} id="linked-stores">
      {stores.isPending ? <RowsSkeleton rows={2} /> : null}
      {stores.isError ? <ReadFailed reading={stores} title="account.stores_failed" /> : null}
      {stores.data?.items.length === 0 ? (
        <EmptyState
          compact
          title={t('account.no_stores')}
          text={t('account.no_stores_text')}
          action={
            <Button component={AppLink} href={CHANNELS_PAGE}>
              {t('attention.connect_store_do')}
            </Button>
          }
        />
      ) : null}
      {stores.data?.items.map((store) => (
        <div key={store.id} className={classes.line}>
          {isVendorName(store.platform) ? <VendorBadge vendor={store.platform} label={store.platform} /> : null}
          <div className={classes.words}>
            <div className={classes.name}>{store.store_name}</div>
            <div className={classes.note}>
              <bdi dir="ltr">{store.domain}</bdi>
              {` · ${store.currency}`}
            </div>
          </div>
          {store.is_default ? (
            <StatusDot tone="green">{t('account.default_store')}</StatusDot>
          ) : (
            <Button size="xs" variant="default" onClick={() => void makeDefault.run({ store_id: store.id })}>
              {t('account.make_default')}
            </Button>
          )}
        </div>
      ))}
    </Card>
  )
}
