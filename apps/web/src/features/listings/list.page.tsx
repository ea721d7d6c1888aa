import { Button } from '@mantine/core'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { lazy, Suspense, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { ListScreen, useRowSelection } from '../../platform/list-screen.tsx'
import { ListTabs } from '../../platform/list-tabs.tsx'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { ListingBulk } from './listing-bulk.tsx'
import { listingCard, listingColumns } from './listing-columns.tsx'
import { ListingMenu } from './listing-menu.tsx'
import type { OpenPanel } from './listing-panels.tsx'
import { isStep, type ListingAction, type ListingRow } from './listing-state.ts'
import { ListingToolbar } from './listing-toolbar.tsx'
import { ProductNav } from './product-nav.tsx'
import { useBulkListings } from './use-bulk-listings.ts'
import { useListingActions } from './use-listing-actions.ts'
import { allListings, isNarrowed, readListingFilters, type Tab, TABS, useListings } from './use-listings.ts'

/** They come when one is opened: the list itself is there sooner. */
const ListingPanels = lazy(() => import('./listing-panels.tsx').then((module) => ({ default: module.ListingPanels })))
const TAB_TEXTS: Record<Tab, TextKey> = {
  mapped: 'listings.tab_mapped',
  unmapped: 'listings.tab_unmapped',
  hidden: 'mapping.tab_hidden',
}
const NO_STATE = { state: undefined, attention: undefined }

/** /app/list — what is in the stores: listings of our products, and what the stores sell besides (sourcing spec §2). */
export function ListPage() {
  const show = useCardShow()
  const { t } = show
  const [url, setUrl] = useUrlState()
  const filters = readListingFilters(url)
  const list = useListings(filters)
  const stores = useCall(storeCalls.listStore, {}, { quiet: true }).data?.items
  const { run } = useListingActions()
  const { hide, watch } = useBulkListings()
  const [open, setOpen] = useState<OpenPanel | null>(null)
  const { selection, chosen, clear } = useRowSelection(list.data?.rows, keyOf)
  const act = (row: ListingRow, action: ListingAction) => {
    if (action === 'hide' || action === 'show') void hide([row], action === 'hide')
    else if (isStep(action)) void run(row, action)
    else setOpen({ is: action, rows: [row] })
  }
  // A disconnected store cannot be written to.
  const isClosed = ({ store_id }: ListingRow) =>
    stores?.some(({ id, status }) => id === store_id && status !== 'active')
  const menu = (row: ListingRow) => (
    <ListingMenu row={row} closed={isClosed(row) ?? false} hidden={filters.tab === 'hidden'} onAct={act} />
  )
  return (
    <Page title={t('listings.title')} description={t('listings.text')}>
      <ProductNav place="listings" />
      <ListTabs
        label="listings.tabs"
        tabs={TABS}
        text={(tab) => TAB_TEXTS[tab]}
        value={filters.tab}
        onChange={(tab) => setUrl({ tab, ...(tab && NO_STATE) })}
      />
      <ListScreen
        key={filters.tab}
        name={t('listings.title')}
        storageKey={`listings.${filters.tab}`}
        list={list}
        failed="listings.failed"
        allRows={() => allListings(filters)}
        rowKey={keyOf}
        columns={listingColumns(show, menu)}
        card={listingCard(show, menu)}
        selection={selection}
        bulk={
          <ListingBulk
            tab={filters.tab}
            onMap={() => setOpen({ is: 'bulk_map', rows: chosen })}
            onHide={(hidden) => void hide(chosen, hidden).then(clear)}
            onWatch={(enabled) => void watch(chosen, enabled).then(clear)}
            onPanel={(is) => setOpen({ is, rows: chosen })}
          />
        }
        onOpen={(row) => {
          if (row.question === 'conflict') setOpen({ is: 'decide', rows: [row] })
          else if (row.product_id === null && !(isClosed(row) ?? false)) setOpen({ is: 'map', rows: [row] })
        }}
        isMarked={({ state, question }) => state === 'refused' || question !== null}
        toolbar={
          <ListingToolbar
            filters={filters}
            stores={stores ?? []}
            onChange={setUrl}
            onFind={() => setOpen({ is: 'find' })}
          />
        }
        nothingFound={
          isNarrowed(filters) && {
            title: 'listings.none_found',
            text: 'listings.none_found_text',
            onClear: () => setUrl({ store_id: undefined, text: undefined, ...NO_STATE }),
          }
        }
        nothingYet={<NoListings isMapped={filters.tab === 'mapped'} hasStore={stores?.length !== 0} />}
      />
      {open ? (
        <Suspense fallback={null}>
          <ListingPanels open={open} onOpen={setOpen} onDone={clear} />
        </Suspense>
      ) : null}
    </Page>
  )
}

const keyOf = ({ listing_id }: ListingRow) => listing_id

function NoListings({ isMapped, hasStore }: { isMapped: boolean; hasStore: boolean }) {
  const t = useT()
  return (
    <EmptyState
      title={t(isMapped ? 'listings.empty' : 'listings.unmapped_empty')}
      text={t(isMapped ? 'listings.empty_text' : 'listings.unmapped_empty_text')}
      action={
        !hasStore ? (
          <Button component={AppLink} href="/app/channel">
            {t('attention.connect_store_do')}
          </Button>
        ) : isMapped ? (
          <Button component={AppLink} href="/app/products-import">
            {t('imports.view_list')}
          </Button>
        ) : null
      }
    />
  )
}
