import { Button, TextInput } from '@mantine/core'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { parseMinor, toDecimal } from '@omni/domain/money.ts'
import { type FormEvent, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { FilterChip } from '../catalog/filter-chip.tsx'
import type { ProductFilters } from './product-filters.ts'
import classes from './product-list.module.css'
import type { SetFilters } from './use-product-list.ts'

interface ChipProps {
  filters: ProductFilters
  onChange: SetFilters
}

/** '10 – 30', '≥ 10', '≤ 30': signs every reader knows. */
const shown = (min: string | null, max: string | null) =>
  min !== null && max !== null ? `${min} – ${max}` : min !== null ? `≥ ${min}` : `≤ ${max ?? ''}`

export function MarginChip({ filters: { min_margin, max_margin }, onChange }: ChipProps) {
  const t = useT()
  const write = (value: number | null) => (value === null ? null : t('card.margin', { margin: value }))
  const active = min_margin !== null || max_margin !== null
  const read = (text: string) => (/^-?\d{1,4}$/.test(text.trim()) ? Math.max(-1000, Math.min(100, Number(text))) : null)
  return (
    <FilterChip
      name={t('product_center.margin')}
      text={active ? shown(write(min_margin), write(max_margin)) : t('product_center.margin')}
      active={active}
      onClear={() => onChange({ min_margin: null, max_margin: null })}
    >
      {(close) => (
        <RangeForm
          unit="%"
          min={min_margin}
          max={max_margin}
          read={read}
          write={String}
          onDone={(min, max) => {
            onChange({ min_margin: min, max_margin: max })
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

/** In the currency the seller prices in. */
export function PriceChip({ filters: { min_price, max_price }, onChange }: ChipProps) {
  const t = useT()
  const settings = useCall(productSettingsCalls.getSellingPrice, {}, { quiet: true })
  const currency = settings.data?.currency ?? DEFAULT_CURRENCY
  const write = (value: number | null) => (value === null ? null : toDecimal(value, currency))
  const read = (text: string) => {
    const amount = parseMinor(text.trim().replace(',', '.'), currency)
    return amount.ok && amount.value >= 0 ? amount.value : null
  }
  const active = min_price !== null || max_price !== null
  return (
    <FilterChip
      name={t('product_center.price')}
      text={active ? `${shown(write(min_price), write(max_price))} ${currency}` : t('product_center.price')}
      active={active}
      onClear={() => onChange({ min_price: null, max_price: null })}
    >
      {(close) => (
        <RangeForm
          unit={currency}
          min={min_price}
          max={max_price}
          read={read}
          write={(value) => toDecimal(value, currency)}
          onDone={(min, max) => {
            onChange({ min_price: min, max_price: max })
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

interface RangeFormProps {
  unit: string
  min: number | null
  max: number | null
  read: (text: string) => number | null
  write: (value: number) => string
  onDone: (min: number | null, max: number | null) => void
}

function RangeForm({ unit, min, max, read, write, onDone }: RangeFormProps) {
  const t = useT()
  const [low, setLow] = useState(min === null ? '' : write(min))
  const [high, setHigh] = useState(max === null ? '' : write(max))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [from, to] = [read(low), read(high)]
    // The wrong way round is put right, not refused.
    onDone(
      from !== null && to !== null ? Math.min(from, to) : from,
      from !== null && to !== null ? Math.max(from, to) : to,
    )
  }
  return (
    <form className={classes.options} onSubmit={submit}>
      <div className={classes.range}>
        <TextInput
          label={t('product_center.at_least', { unit })}
          inputMode="decimal"
          value={low}
          maxLength={14}
          onChange={(event) => setLow(event.currentTarget.value)}
        />
        <TextInput
          label={t('product_center.at_most', { unit })}
          inputMode="decimal"
          value={high}
          maxLength={14}
          onChange={(event) => setHigh(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" size="xs" mt={8}>
        {t('product_center.apply')}
      </Button>
    </form>
  )
}
