import { Button } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { HistoryButton } from '../bulk-edit/history-button.tsx'
import { ProductList } from '../product-center/product-list.tsx'
import { ProductNav } from '../listings/product-nav.tsx'

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })))
const FixDialog = lazy(() => import('./fix-dialog.tsx').then((module) => ({ default: module.FixDialog })))

/**
 * /app/products-import — imported, not in a channel yet (sourcing spec §2). `?fix=<run>` opens the rows of an import
 * that failed.
 */
export function ProductsImportPage() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  const [importing, setImporting] = useState(false)
  const counts = useCall(importListCalls.getProductCounts, {}, { quiet: true, keep: true }).data
  const fix = url['fix']
  const byLink = (variant: 'default' | 'filled') => (
    <Button
      variant={variant}
      leftSection={<IconLink size={16} stroke={ICON_STROKE} aria-hidden="true" />}
      onClick={() => setImporting(true)}
    >
      {t('import_list.by_link')}
    </Button>
  )
  return (
    <Page
      title={t('import_list.title')}
      description={counts ? t('import_list.text', { count: counts.unpushed }) : t('import_list.text_plain')}
      actions={
        <>
          <HistoryButton />
          {byLink('default')}
          <Button
            component={AppLink}
            href="/app/find-product"
            leftSection={<IconPlus size={16} stroke={ICON_STROKE} aria-hidden="true" />}
          >
            {t('product_center.find')}
          </Button>
        </>
      }
    >
      <ProductNav place="import" />
      <ProductList
        view="import"
        name={t('import_list.title')}
        searchLabel={t('import_list.search')}
        empty={
          <EmptyState title={t('import_list.empty')} text={t('import_list.empty_text')} action={byLink('default')} />
        }
      />
      <Suspense fallback={null}>
        {importing ? <ImportDialog onClose={() => setImporting(false)} /> : null}
        {fix ? <FixDialog run_id={fix} onClose={() => setUrl({ fix: undefined })} /> : null}
      </Suspense>
    </Page>
  )
}
