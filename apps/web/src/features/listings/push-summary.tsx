import { CHANNEL_FACTS } from '@omni/domain/vendors/manifest.ts'
import { Button, SegmentedControl, Switch } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { cappedPercent, isCritical } from '@omni/domain/numbers.ts'
import { UsageBar } from '@omni/ui/usage-bar.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { showUpgrade } from '../../product-cards/import-product.ts'
import classes from './push.module.css'
import { GroupSelects } from './group-selects.tsx'
import { WarehouseSelect } from './warehouse-select.tsx'
import type { PushOptions } from './use-push.ts'

export interface ChosenStore {
  id: string
  name: string
  platform: Channel
  domain: string
  /** Its owner has to let us in again before anything can be sent. */
  needsConnecting: boolean
}

/** How many listings the plan holds, and whether there is room for one more. Null while it is not known. */
export function useListingQuota() {
  const plan = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, keep: true })
  const quota = plan.data?.features['LISTING_PRODUCTS']
  if (!quota) return null
  return { ...quota, isOut: !isUnlimited(quota.limit) && quota.usage >= quota.limit }
}

interface PushSummaryProps {
  product_ids: readonly string[]
  stores: readonly ChosenStore[]
  chosen: ReadonlySet<string>
  onChoose: (store_id: string, on: boolean) => void
  options: PushOptions
  onOptions: (change: Partial<PushOptions>) => void
}

/** Where it goes, and how (look 07-push, right side). */
export function PushSummary({ product_ids, stores, chosen, onChoose, options, onOptions }: PushSummaryProps) {
  const t = useT()
  const format = useFormat()
  const quota = useListingQuota()
  return (
    <div className={classes.side}>
      <section className={classes.box} aria-label={t('channels.settings_title')}>
        <h3 className={classes.boxTitle}>{t('channels.settings_title')}</h3>
        {stores.map((store) => (
          <div key={store.id} className={classes.store}>
            <VendorBadge vendor={store.platform} label={VENDOR_NAMES[store.platform]} size={24} />
            <span className={classes.words}>
              <span className={classes.name} dir="auto">
                {store.name}
              </span>
              <bdi dir="ltr" className={classes.note}>
                {store.domain}
              </bdi>
            </span>
            {store.needsConnecting ? (
              <Button size="xs" variant="default" component={AppLink} href="/app/channel">
                {t('channels.reconnect')}
              </Button>
            ) : (
              <Switch
                aria-label={t('push.to_store', { name: store.name })}
                checked={chosen.has(store.id)}
                onChange={(event) => onChoose(store.id, event.currentTarget.checked)}
              />
            )}
          </div>
        ))}
      </section>
      <section className={classes.box} aria-label={t('push.options')}>
        <h3 className={classes.boxTitle} id="push-live">
          {t('push.go_live_as')}
        </h3>
        <SegmentedControl
          fullWidth
          aria-labelledby="push-live"
          value={options.is_publish ? 'active' : 'draft'}
          data={[
            { value: 'active', label: t('push.active') },
            { value: 'draft', label: t('product_center.status_draft') },
          ]}
          onChange={(value) => onOptions({ is_publish: value === 'active' })}
        />
        <Switch
          label={t('push.sell_out_of_stock')}
          labelPosition="left"
          classNames={{ body: classes.option ?? '' }}
          checked={options.allow_sell_out_of_stock}
          onChange={(event) => onOptions({ allow_sell_out_of_stock: event.currentTarget.checked })}
        />
        {stores
          .filter(({ id, platform }) => CHANNEL_FACTS[platform].requirements && chosen.has(id))
          .map((store) => (
            <WarehouseSelect
              key={store.id}
              store={store}
              chosen={options.warehouse_ids?.[store.id]}
              onChoose={(id) => onOptions({ warehouse_ids: { ...options.warehouse_ids, [store.id]: id } })}
            />
          ))}
        <AppLink className={classes.link} href="/app/setting/selling-price">
          {t('push.selling_price')}
        </AppLink>
      </section>
      {product_ids.length === 0
        ? null
        : stores
            .filter(({ id, platform }) => CHANNEL_FACTS[platform].groups && chosen.has(id))
            .map((store) => <GroupSelects key={store.id} store={store} product_ids={product_ids} />)}
      {quota && !isUnlimited(quota.limit) ? (
        <section className={classes.box} aria-label={t('usage.product_listing')}>
          <UsageBar
            label={t('usage.product_listing')}
            value={t('usage.used_of', { used: format.number(quota.usage), limit: format.number(quota.limit) })}
            percent={cappedPercent(quota.usage, quota.limit)}
            critical={isCritical(cappedPercent(quota.usage, quota.limit))}
          />
          {quota.isOut ? (
            <Button size="xs" onClick={() => showUpgrade('listings')}>
              {t('imports.upgrade')}
            </Button>
          ) : null}
        </section>
      ) : null}
    </div>
  )
}
