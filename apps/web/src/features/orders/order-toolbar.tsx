import { Select } from '@mantine/core'
import { LINE_REASONS } from '@omni/domain/orders/groups.ts'
import { useT } from '../../platform/i18n.ts'
import { PeriodFilter } from '../tracking/period-filter.tsx'
import { SearchField } from '../../platform/search-field.tsx'
import type { UrlChanges } from '../../platform/url-state.ts'
import { ChannelSelect, MarkSelect, SourceSelect } from '../tracking/sale-selects.tsx'
import type { OrderFilters } from './order-filters.ts'
import { REASONS } from './order-texts.ts'
import classes from './orders.module.css'

/** Search and filters of the list; all of them live in the address. */
export function OrderToolbar({ filters, onChange }: { filters: OrderFilters; onChange: (to: UrlChanges) => void }) {
  const t = useT()
  const select = { filters, className: classes.filter, onChange }
  return (
    <>
      <SearchField
        className={classes.search}
        label={t('orders.search')}
        value={filters.keyword}
        onChange={(keyword) => onChange({ keyword })}
      />
      <PeriodFilter period={filters.period} onChange={onChange} />
      <ChannelSelect {...select} />
      {/* Most of what needs attention has no supplier: there the reason is what one looks for. */}
      {filters.sub_status === 'needs_attention' ? (
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
        <SourceSelect {...select} />
      )}
      <MarkSelect {...select} />
    </>
  )
}
