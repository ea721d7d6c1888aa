import { VisuallyHidden } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { ImportAllButton } from '../../product-cards/import-all-button.tsx'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { NotFoundHere } from '../../shell/not-found-here.tsx'
import { PushSourceButton } from '../listings/push-source-button.tsx'
import { useMapHere } from '../mapping/map-here.tsx'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { COLLECTION_LOOKS, isCollection } from './collections.ts'
import { FilterBar } from './filter-bar.tsx'
import { FindTabs } from './find-tabs.tsx'
import classes from './find.module.css'
import { HiddenProducts } from './hidden-products.tsx'
import { NoResults } from './no-results.tsx'
import { ProductResults } from './product-results.tsx'
import { ResultNotices } from './result-notices.tsx'
import { SearchBox } from './search-box.tsx'
import { useFilters } from './use-filters.ts'
import { useProductList } from './use-product-list.ts'
import type { Collection } from '@omni/domain/catalog/search-options.ts'

/** /app/find-product and /app/find-product/{collectionId} — search over all suppliers (sourcing spec §2). */
export function FindProductPage() {
  const { collectionId } = useParams({ strict: false })
  if (collectionId !== undefined && !isCollection(collectionId)) return <NotFoundHere />
  return <Find collection={collectionId ?? null} />
}

function Find({ collection }: { collection: Collection | null }) {
  const t = useT()
  const format = useFormat()
  const [filters, setFilters] = useFilters()
  const { favourites, ship_to } = filters
  const view = useProductList(filters, collection)
  const mapping = useMapHere()
  const total = view.first ? format.number(view.first.total) + (view.first.total_is_capped ? '+' : '') : ''
  const count = view.first ? t('find.count', { count: view.first.total, shown: total }) : ''
  const listTitle = collection ? COLLECTION_LOOKS[collection].title : 'find.title'
  const title = t(favourites ? 'favourites.title' : listTitle)
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      <div className={classes.top}>
        <SearchBox
          text={filters.text}
          shipTo={ship_to}
          onSearch={(text) => setFilters({ text, exact: false, favourites: false })}
        />
        <ShipToPicker compact="code" value={ship_to} onChange={(code) => setFilters({ ship_to: code })} />
      </div>
      {mapping ? mapping.notice : null}
      <FindTabs selected={favourites ? 'favourites' : (collection ?? 'all')} filters={filters} />
      {collection && !favourites ? (
        <ImportAllButton niche={collection} products={view.pages.flat()} shipTo={ship_to} />
      ) : null}
      {favourites ? (
        <PushSourceButton favourites products={view.pages.flat().filter(({ imported }) => !imported)} />
      ) : (
        <FilterBar filters={filters} onChange={setFilters} count={count} counts={view.first?.facets} />
      )}
      <ResultNotices filters={filters} onChange={setFilters} first={view.first} />
      <ProductResults
        label={title}
        view={view}
        shipTo={ship_to}
        total={total}
        extras={mapping?.extras}
        empty={<NoResults filters={filters} ofAll={!collection} lookAgain={view.retry} onChange={setFilters} />}
      />
      <HiddenProducts />
      <DrawerHost />
    </div>
  )
}
