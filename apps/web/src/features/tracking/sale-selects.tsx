import { Select } from '@mantine/core'
import { ORDER_CHANNELS } from '@omni/contracts/orders.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { useT } from '../../platform/i18n.ts'
import type { UrlChanges } from '../../platform/url-state.ts'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { MARKS, type SaleFilters } from './sale-filters.ts'

interface SelectProps {
  filters: SaleFilters
  className: string | undefined
  onChange: (to: UrlChanges) => void
}

/** Where it was sold. */
export function ChannelSelect({ filters: { channel }, className = '', onChange }: SelectProps) {
  const t = useT()
  return (
    <Select
      className={className}
      aria-label={t('orders.channel')}
      placeholder={t('orders.all_channels')}
      clearable
      data={ORDER_CHANNELS.map((one) => ({
        value: one,
        label: isVendorName(one) ? VENDOR_NAMES[one] : t('orders.manual'),
      }))}
      value={channel === 'all' ? null : channel}
      onChange={(value) => onChange({ channel: value ?? undefined })}
    />
  )
}

/** Who delivers it. */
export function SourceSelect({ filters: { source }, className = '', onChange }: SelectProps) {
  const t = useT()
  return (
    <Select
      className={className}
      aria-label={t('orders.supplier')}
      placeholder={t('orders.all_suppliers')}
      clearable
      data={SOURCES.map((one) => ({ value: one, label: VENDOR_NAMES[one] }))}
      value={source === 'all' ? null : source}
      onChange={(value) => onChange({ source: value ?? undefined })}
    />
  )
}

const MARK_TEXTS = { all: 'orders.mark_all', 1: 'orders.mark_1', 0: 'orders.mark_0' } as const

/** Whether the seller has marked the order. */
export function MarkSelect({ filters: { mark_order }, className = '', onChange }: SelectProps) {
  const t = useT()
  return (
    <Select
      className={className}
      aria-label={t('orders.mark')}
      allowDeselect={false}
      data={MARKS.map((mark) => ({ value: mark, label: t(MARK_TEXTS[mark]) }))}
      value={mark_order}
      onChange={(mark) => onChange({ mark: mark === 'all' ? undefined : (mark ?? undefined) })}
    />
  )
}
