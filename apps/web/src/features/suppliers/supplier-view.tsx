import { Anchor, Button, Skeleton } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { DEFAULT_SHIP_TO, type Source } from '@omni/domain/catalog/sources.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { readCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useWorkplaceId } from '../../platform/session.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { ProductGrid } from '../../product-cards/product-grid.tsx'
import { FollowButton } from '../../product-cards/follow-button.tsx'
import { SupplierFacts } from './supplier-row.tsx'
import classes from './suppliers.module.css'

const SKELETONS = 10
const LIST = '/app/find-product/favorite-supplier'

/** One supplier: score, reviews, and its products page by page. */
export function SupplierView({ source, sellerId }: { source: Source; sellerId: string }) {
  const t = useT()
  const format = useFormat()
  const workplace = useWorkplaceId()
  const call = supplierCalls.crawlBySeller
  // Numbered pages, because the supplier itself is asked that way.
  const list = useInfiniteQuery({
    queryKey: [call.name, { source, seller_id: sellerId }, workplace, 'pages'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      readCall(call, { source, seller_id: sellerId, page: pageParam, ship_to: DEFAULT_SHIP_TO }, { signal }),
    getNextPageParam: (last, all) => (last.has_more ? all.length + 1 : null),
  })
  const pages = useMemo<ProductCard[][]>(() => list.data?.pages.map(({ items }) => items) ?? [], [list.data])
  const first = list.data?.pages[0]
  const back = (
    <Anchor component={AppLink} href={LIST} size="sm">
      {t('suppliers.back')}
    </Anchor>
  )
  if (list.isError && !first)
    return (
      <Page title={t('suppliers.title')} actions={back}>
        <ReadFailed reading={list} title="suppliers.failed" />
      </Page>
    )
  const supplier = first?.supplier
  return (
    <Page title={supplier?.store_name ?? t('suppliers.one')} actions={back}>
      <div className={classes.head}>
        <VendorBadge vendor={source} label={VENDOR_NAMES[source]} size={40} />
        <div className={classes.words}>
          {supplier ? <SupplierFacts supplier={supplier} /> : <Skeleton height={16} width={260} />}
          {supplier?.store_url ? (
            <a className={classes.outside} href={supplier.store_url} target="_blank" rel="noreferrer">
              {t('suppliers.visit', { supplier: VENDOR_NAMES[source] })}
            </a>
          ) : null}
        </div>
        {supplier ? (
          <FollowButton source={source} sellerId={sellerId} name={supplier.store_name} followed={supplier.followed} />
        ) : null}
      </div>
      {first?.items.length === 0 ? (
        <EmptyState title={t('suppliers.no_products')} text={t('suppliers.no_products_text')} />
      ) : null}
      <ProductGrid
        label={t('suppliers.products_of')}
        pages={pages}
        shipTo={DEFAULT_SHIP_TO}
        total={first ? format.number(first.total) : ''}
        keys
        loading={first && !list.isFetchingNextPage ? 0 : SKELETONS}
      />
      {list.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('table.more')}
          </Button>
        </div>
      ) : null}
    </Page>
  )
}
