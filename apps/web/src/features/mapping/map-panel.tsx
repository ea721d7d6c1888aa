import { Checkbox, SegmentedControl, Select } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { trackProduct } from '../../platform/track.ts'
import { toast } from '../../platform/toasts.tsx'
import { type Listing, type Mode, MODES } from './store-product.ts'
import classes from './mapping.module.css'
import { SupplierPicker } from './supplier-picker.tsx'
import type { SupplierKey } from './supplier-product.ts'
import { type Picks, VariantPicks } from './variant-picks.tsx'

const WIDTH = 860

interface MapPanelProps {
  row: Listing
  onClose: () => void
}

const REFRESH = [
  listingCalls.listMapped,
  listingCalls.listUnmapped,
  importListCalls.getProductCounts,
  productCenterCalls.listProducts,
  mappingCalls.getMapping,
]

/** A store product gets its supplier; or another one, where it has one already. */
export function MapPanel({ row, onClose }: MapPanelProps) {
  const t = useT()
  const isReplacing = row.product_id !== null
  const product = useCall(mappingCalls.getPlatformProduct, { id: row.listing_id }, { quiet: true })
  const [supplier, setSupplier] = useState<SupplierKey | null>(null)
  const [picks, setPicks] = useState<Picks>({})
  const [mode, setMode] = useState<Mode>('tie')
  const [option, setOption] = useState<string | null>(null)
  const [override, setOverride] = useState(false)
  const tie = useAct(mappingCalls.mapListingGroup, { refresh: REFRESH })
  const replace = useAct(mappingCalls.replaceListingSupplier, { refresh: REFRESH })
  const copy = useAct(mappingCalls.duplicateUnmapped, { refresh: REFRESH })
  const split = useAct(mappingCalls.splitOneUnmapped, { refresh: REFRESH })
  const options = product.data?.options ?? []
  const choose = (key: SupplierKey) => {
    setSupplier({ source: key.source, source_product_id: key.source_product_id })
    setPicks({})
  }
  const start = async () => {
    if (!supplier) return
    const { listing_id } = row
    // A replacement is told by our own variants; picks by the store's are left to the words of the options.
    const reply = isReplacing
      ? await replace.run({ id: listing_id, ...supplier, override })
      : mode === 'tie'
        ? await tie.run({ id: listing_id, ...supplier, variants: { ...picks }, override })
        : mode === 'copy'
          ? await copy.run({ items: [{ listing_id, ...supplier }] })
          : await split.run({ id: listing_id, ...supplier, option: option ?? '' })
    trackProduct('map', supplier, { status: reply.success ? 1 : 0 })
    if (!reply.success) return
    if (isReplacing || mode === 'tie') toast('success', t('mapping.mapped_toast', { name: row.title }))
    onClose()
  }
  const pending = [tie, replace, copy, split].some((act) => act.pending)
  const label = isReplacing ? 'mapping.replace' : MODES[mode].action
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t(isReplacing ? 'mapping.replace_title' : 'mapping.map_title', { name: row.title })}
      description={t(isReplacing ? 'mapping.replace_text' : 'mapping.map_text', { store: row.store_name })}
      primary={{
        label: t(label),
        onClick: () => void start(),
        loading: pending,
        disabled: supplier === null || (mode === 'split' && option === null),
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose, disabled: pending }}
    >
      <div className={classes.stack}>
        <StoreProduct row={row} product={product} />
        {isReplacing ? null : (
          <>
            <SegmentedControl
              aria-label={t('mapping.mode')}
              value={mode}
              onChange={(value) => setMode(value === 'copy' || value === 'split' ? value : 'tie')}
              data={[
                { value: 'tie', label: t('mapping.mode_tie') },
                { value: 'copy', label: t('mapping.mode_copy') },
                ...(options.length > 0 ? [{ value: 'split', label: t('mapping.mode_split') }] : []),
              ]}
            />
            <p className={classes.note}>{t(MODES[mode].text)}</p>
          </>
        )}
        {mode === 'split' && !isReplacing ? (
          <Select
            label={t('mapping.split_by')}
            data={options.map(({ name }) => name)}
            value={option}
            maw={320}
            onChange={setOption}
          />
        ) : null}
        <SupplierPicker listing_id={row.listing_id} title={row.title} chosen={supplier} onChoose={choose} />
        {supplier && product.data && mode === 'tie' && !isReplacing ? (
          <VariantPicks
            variants={product.data.variants.map(({ remote_variant_id, option_values }) => ({
              id: remote_variant_id,
              option_values,
            }))}
            supplier={supplier}
            picks={picks}
            onPick={(id, sku_id) => setPicks({ ...picks, [id]: sku_id })}
          />
        ) : null}
        {supplier && (mode === 'tie' || isReplacing) ? (
          <Checkbox
            label={t('mapping.override')}
            description={t('mapping.override_text')}
            checked={override}
            onChange={(event) => setOverride(event.currentTarget.checked)}
          />
        ) : null}
      </div>
    </SidePanel>
  )
}

interface StoreProductProps {
  row: Listing
  product: ReturnType<typeof useCall<typeof mappingCalls.getPlatformProduct>>
}

/** The product as it is in the store. */
function StoreProduct({ row, product }: StoreProductProps) {
  const t = useT()
  const money = useMoney()
  if (product.isPending) return <RowsSkeleton rows={2} />
  return (
    <>
      {product.isError ? <ReadFailed reading={product} title="mapping.store_product_failed" /> : null}
      {product.data ? (
        <div className={classes.head}>
          <LazyImage src={row.image} alt="" size={56} />
          <span className={classes.words}>
            <span className={classes.name} dir="auto">
              {product.data.title}
            </span>
            <span className={classes.facts}>
              <span dir="auto">{row.store_name}</span>
              {row.price_min === null ? null : <span>{money(row.price_min, row.currency).text}</span>}
              <span>{t('mapping.variants', { n: product.data.variants.length })}</span>
            </span>
          </span>
        </div>
      ) : null}
    </>
  )
}
