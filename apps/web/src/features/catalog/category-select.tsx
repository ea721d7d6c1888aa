import { Select } from '@mantine/core'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { categoryName } from './named-by-slug.ts'

interface CategorySelectProps {
  value: number | null
  onChange: (id: number | null) => void
}

const HOUR_MS = 3_600_000

/** Each with how many products it holds; sub-categories stand under the one they belong to. */
export function CategorySelect({ value, onChange }: CategorySelectProps) {
  const t = useT()
  const format = useFormat()
  const tree = useCall(catalogCalls.getCategoryTree, {}, { quiet: true, fresh: HOUR_MS })
  const all = tree.data?.categories ?? []
  const below = (parent: number | null) => all.filter((category) => category.parent_id === parent)
  const ordered = below(null).flatMap((top) => [
    { ...top, deep: false },
    ...below(top.category_id).map((sub) => ({ ...sub, deep: true })),
  ])
  return (
    <Select
      label={t('filters.category')}
      placeholder={t('filters.any')}
      searchable
      clearable
      value={value === null ? null : String(value)}
      nothingFoundMessage={t('form.nothing_found')}
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('filters.clear') }}
      data={ordered.map(({ category_id, slug, products, deep }) => ({
        value: String(category_id),
        label: `${deep ? '– ' : ''}${categoryName(t, slug)} (${format.number(products)})`,
      }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
