import { Select } from '@mantine/core'
import { ORDER_CHANNELS } from '@omni/contracts/orders.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { LINE_REASONS } from '@omni/domain/orders/groups.ts'
import { useT } from '../../platform/i18n.ts'
import { SearchField } from '../../platform/search-field.tsx'
import type { UrlChanges } from '../../platform/url-state.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { DAYS, MARKS, type OrderFilters } from './order-filters.ts'
import { channelName, PERIODS, REASONS } from './order-texts.ts'
import classes from './orders.module.css'

/** Search and filters of the list; all of them live in the address. */
export function OrderToolbar({ filters, onChange }: { filters: OrderFilters; onChange: (to: UrlChanges) => void }) {
  const t = useT()
  const { sub_status } = filters
  return (
    <>
      <SearchField
        className={classes.search}
        label={t('orders.search')}
        value={filters.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
      <Select
        className={classes.filter ?? ''}
        aria-label={t('orders.period')}
        allowDeselect={false}
        data={DAYS.map((days) => ({ value: days, label: t(PERIODS[days]) }))}
        value={filters.days}
        onChange={(days) => onChange({ days: days === '7' ? undefined : (days ?? undefined) })}
      />
      <Select
        className={classes.filter ?? ''}
        aria-label={t('orders.channel')}
        placeholder={t('orders.all_channels')}
        clearable
        data={ORDER_CHANNELS.map((channel) => ({ value: channel, label: channelName(t, channel) }))}
        value={filters.channel === 'all' ? null : filters.channel}
        onChange={(channel) => onChange({ channel: channel ?? undefined })}
      />
      {/* Most of what needs attention has no supplier: there the reason is what one looks for. */}
      {sub_status === 'needs_attention' ? (
        <Select
          className={classes.filter ?? ''}
          aria-label={t('orders.reason')}
          placeholder={t('orders.all_reasons')}
          clearable
          data={LINE_REASONS.map((reason) => ({ value: reason, label: t(REASONS[reason]) }))}
          value={filters.reason}
          onChange={(reason) => onChange({ reason: reason ?? undefined })}
        />
      ) : (
        <Select
          className={classes.filter ?? ''}
          aria-label={t('orders.supplier')}
          placeholder={t('orders.all_suppliers')}
          clearable
          data={SOURCES.map((source) => ({ value: source, label: VENDOR_NAMES[source] }))}
          value={filters.source === 'all' ? null : filters.source}
          onChange={(source) => onChange({ source: source ?? undefined })}
        />
      )}
      <Select
        className={classes.filter ?? ''}
        aria-label={t('orders.mark')}
        allowDeselect={false}
        data={MARKS.map((mark_order) => ({
          value: mark_order,
          label: t(({ all: 'orders.mark_all', 1: 'orders.mark_1', 0: 'orders.mark_0' } as const)[mark_order]),
        }))}
        value={filters.mark_order}
        onChange={(mark_order) => onChange({ mark: mark_order === 'all' ? undefined : (mark_order ?? undefined) })}
      />
    </>
  )
}
