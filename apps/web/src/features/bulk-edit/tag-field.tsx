import { TagsInput } from '@mantine/core'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { MAX_TAGS } from '@omni/domain/products/product.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'

interface TagFieldProps {
  label: string
  value: string[]
  onChange: (tags: string[]) => void
  error?: string | null
  /** The words around it say what it is. */
  hiddenLabel?: boolean
}

/** Tags with the ones this workplace uses already, most used first. */
export function TagField({ label, value, onChange, error = null, hiddenLabel = false }: TagFieldProps) {
  const t = useT()
  const known = useCall(productCenterCalls.listTags, {}, { quiet: true })
  return (
    <TagsInput
      {...(hiddenLabel ? { 'aria-label': label } : { label })}
      placeholder={value.length === 0 ? t('product_center.tags_hint') : ''}
      value={value}
      onChange={onChange}
      error={error}
      maxTags={MAX_TAGS}
      acceptValueOnBlur
      data={known.data?.tags.map(({ name }) => name) ?? []}
      comboboxProps={{ withinPortal: false }}
      splitChars={[',']}
    />
  )
}
