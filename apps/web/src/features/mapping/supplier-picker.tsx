import { Button, Radio, TextInput } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { formatRange } from '@omni/domain/format-money.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { MAP_PARAM } from './map-here.tsx'
import classes from './mapping.module.css'
import { isSameSupplier, type Suggestion, type SupplierKey } from './supplier-product.ts'

const REASONS: Record<Suggestion['reasons'][number], TextKey> = {
  sku: 'mapping.reason_sku',
  title: 'mapping.reason_title',
  picture: 'mapping.reason_picture',
  options: 'mapping.reason_options',
  price: 'mapping.reason_price',
}

interface SupplierPickerProps {
  listing_id: string
  title: string
  chosen: SupplierKey | null
  onChoose: (key: SupplierKey) => void
}

/** Which supplier product a store product is: suggestions with their reasons, or one by its address. */
export function SupplierPicker({ listing_id, title, chosen, onChoose }: SupplierPickerProps) {
  const t = useT()
  const heading = useId()
  const found = useCall(mappingCalls.listSuggestions, { id: listing_id }, { quiet: true })
  const items = found.data?.items ?? []
  const certain = found.data?.certain ? items[0] : undefined
  useEffect(() => {
    // Hardly ever wrong: chosen already, and as easily changed.
    if (certain && chosen === null) onChoose(certain)
    // Once, when the answer comes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [certain])
  return (
    <section className={classes.stack} aria-labelledby={heading}>
      <h3 id={heading} className={classes.title}>
        {t('mapping.suggestions')}
      </h3>
      {found.isPending ? <RowsSkeleton rows={3} /> : null}
      {found.isError ? <ReadFailed reading={found} title="mapping.suggestions_failed" /> : null}
      {found.data && items.length === 0 ? <p className={classes.note}>{t('mapping.no_suggestion')}</p> : null}
      <div className={classes.list} role="radiogroup" aria-labelledby={heading}>
        {items.map((item) => (
          <Choice
            key={`${item.source}:${item.source_product_id}`}
            item={item}
            active={isSameSupplier(chosen, item)}
            onChoose={() => onChoose(item)}
          />
        ))}
      </div>
      <ByAddress onChoose={onChoose} />
      <p className={classes.note}>
        <AppLink
          href={`/app/find-product?${new URLSearchParams({ text: title.slice(0, 100), [MAP_PARAM]: listing_id })}`}
        >
          {t('mapping.search_catalogue')}
        </AppLink>
      </p>
    </section>
  )
}

function Choice({ item, active, onChoose }: { item: Suggestion; active: boolean; onChoose: () => void }) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const { source, name, image, store_name, price_min, price_max, matched, variants, reasons, confidence } = item
  return (
    <label className={classes.choice} data-active={active || undefined}>
      <Radio checked={active} onChange={onChoose} aria-label={name} />
      <LazyImage src={image} alt="" size={48} />
      <span className={classes.words}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.facts}>
          <VendorBadge vendor={source} label={VENDOR_NAMES[source]} size={14} />
          <span dir="auto">{store_name || VENDOR_NAMES[source]}</span>
          <span>{formatRange(price_min, price_max, 'USD', locale)}</span>
          {variants > 0 ? <span>{t('mapping.matched', { n: matched, total: variants })}</span> : null}
        </span>
        <span className={classes.facts}>{reasons.map((reason) => t(REASONS[reason])).join(' · ')}</span>
      </span>
      <span className={classes.sure}>
        <b>{format.percent(confidence)}</b>
        {t('mapping.were_right')}
      </span>
    </label>
  )
}

/** An address is read as the import reads it: every supplier's form is known there. */
function ByAddress({ onChoose }: { onChoose: (key: SupplierKey) => void }) {
  const t = useT()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = useAct(importListCalls.previewImport, { refresh: [], quiet: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await read.run({ text: address.trim(), kind: 'urls' })
    const row = reply.data?.rows[0]
    if (!row?.source || !row.product_id)
      return setProblem(row?.reason ?? (reply.success ? t('editor.address_unknown') : reply.message))
    setAddress('')
    onChoose({ source: row.source, source_product_id: row.product_id })
  }
  return (
    <form className={classes.row} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        className={classes.grow ?? ''}
        label={t('mapping.by_address')}
        placeholder="https://"
        dir="ltr"
        value={address}
        error={problem}
        maxLength={2000}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" variant="default" loading={read.pending} disabled={address.trim() === ''}>
        {t('mapping.use_address')}
      </Button>
    </form>
  )
}
