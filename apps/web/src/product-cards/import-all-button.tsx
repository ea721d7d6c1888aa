import { Button } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../platform/i18n.ts'
import { MOST_IMPORTED_AT_ONCE, useImportAll } from './import-all.ts'

interface ImportAllButtonProps {
  /** Where they are shown; the niche of the import. */
  niche: string
  products: readonly ProductCard[]
  shipTo: string
}

/** Imports what the grid shows and is not imported yet. */
export function ImportAllButton({ niche, products, shipTo }: ImportAllButtonProps) {
  const t = useT()
  const { run, pending } = useImportAll(niche)
  const count = Math.min(MOST_IMPORTED_AT_ONCE, products.filter(({ imported }) => !imported).length)
  if (products.length === 0) return null
  return (
    <Button
      variant="default"
      disabled={count === 0}
      loading={pending}
      onClick={() => void run(products, shipTo)}
      leftSection={<IconDownload size={16} stroke={ICON_STROKE} aria-hidden="true" />}
    >
      {count === 0 ? t('imports.all_imported') : t('imports.all_shown', { count })}
    </Button>
  )
}
