import { Select } from '@mantine/core'
import { matchVariants } from '@omni/domain/mapping/match-variants.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { useMemo } from 'react'
import { useMoney } from '../../platform/display.ts'
import { useT } from '../../platform/i18n.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import classes from './mapping.module.css'
import { type SupplierKey, type SupplierSku, skusOf, useSupplierProduct } from './supplier-product.ts'

const MOST_OPTIONS = 100

interface OwnVariant {
  id: string
  option_values: readonly string[]
}
/** Ours -> the supplier's; an empty text: none. */
export type Picks = Readonly<Record<string, string>>

interface VariantPicksProps {
  variants: readonly OwnVariant[]
  supplier: SupplierKey
  picks: Picks
  onPick: (id: string, sku_id: string) => void
}

/** Which of the supplier's variants each of ours is. What fits by its words is filled in; a person may change it. */
export function VariantPicks({ variants, supplier, picks, onPick }: VariantPicksProps) {
  const t = useT()
  const found = useSupplierProduct(supplier)
  const skus = useMemo(() => (found.data ? skusOf(found.data.product) : []), [found.data])
  const matched = useMemo(() => matchVariants(variants, skus), [variants, skus])
  if (found.isPending) return <RowsSkeleton rows={4} />
  if (found.isError) return <ReadFailed reading={found} title="mapping.supplier_failed" />
  const chosen = (id: string) => picks[id] ?? matched.get(id) ?? ''
  const missing = variants.filter(({ id }) => chosen(id) === '').length
  return (
    <>
      {missing > 0 ? <p className={classes.warn}>{t('mapping.without_supplier', { n: missing })}</p> : null}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('mapping.your_variant')}</th>
            <th scope="col">{t('mapping.supplier_variant')}</th>
            <th scope="col" className={classes.number}>
              {t('mapping.cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <PickRow
              key={variant.id}
              variant={variant}
              skus={skus}
              value={chosen(variant.id)}
              onPick={(sku_id) => onPick(variant.id, sku_id)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface PickRowProps {
  variant: OwnVariant
  skus: readonly SupplierSku[]
  value: string
  onPick: (sku_id: string) => void
}

function PickRow({ variant, skus, value, onPick }: PickRowProps) {
  const t = useT()
  const money = useMoney()
  const name = variant.option_values.join(' / ') || t('editor.only_variant')
  const sku = skus.find(({ sku_id }) => sku_id === value)
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td>
        <Select
          aria-label={t('mapping.supplier_variant_of', { name })}
          placeholder={t('mapping.none')}
          data={skus.map(({ sku_id, name: label }) => ({ value: sku_id, label: label || t('editor.only_variant') }))}
          value={value === '' ? null : value}
          clearable
          searchable
          limit={MOST_OPTIONS}
          nothingFoundMessage={t('form.nothing_found')}
          onChange={(sku_id) => onPick(sku_id ?? '')}
        />
      </td>
      <td className={classes.number}>{sku ? money(sku.price, 'USD').text : '—'}</td>
    </tr>
  )
}
