import { Button, Select, TextInput } from '@mantine/core'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { LISTING_STATES } from '@omni/domain/channels/listing.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useCall } from '../../platform/query.ts'
import { useSettled } from '../../platform/settled.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { listingCard, listingColumns } from './listing-columns.tsx'
import { ListingMenu } from './listing-menu.tsx'
import { ListingBulk } from './listing-bulk.tsx'
import type { OpenPanel } from './listing-panels.tsx'
import { isStep, type ListingAction, type ListingRow, STATES } from './listing-state.ts'
import classes from './listings.module.css'
import { ProductNav } from './product-nav.tsx'
import { useBulkListings } from './use-bulk-listings.ts'
import { useListingActions } from './use-listing-actions.ts'
import { allListings, isNarrowed, readListingFilters, useListings } from './use-listings.ts'

const TYPING_MS = 300
/** They come when one is opened: the list itself is there sooner. */
const ListingPanels = lazy(() => import('./listing-panels.tsx').then((module) => ({ default: module.ListingPanels })))
const NO_STATE = { state: undefined, attention: undefined }

/** /app/list — what is in the stores: listings of our products, and what the stores sell besides (sourcing spec §2). */
export function ListPage() {
  const show = useCardShow()
  const { t } = show
  const [url, setUrl] = useUrlState()
  const filters = readListingFilters(url)
  const list = useListings(filters)
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const stores = useCall(storeCalls.listStore, {}, { quiet: true }).data?.items
  const { run } = useListingActions()
  const { hide, watch } = useBulkListings()
  const [open, setOpen] = useState<OpenPanel | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = (rows ?? []).filter(({ listing_id }) => selected.has(listing_id))
  const unselect = () => setSelected(new Set())
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
  const clear = () => setUrl({ store_id: undefined, state: undefined, attention: undefined, text: undefined })
  const isMapped = filters.tab === 'mapped'
  const empty = isNarrowed(filters) ? (
    <EmptyState
      title={t('listings.none_found')}
      text={t('listings.none_found_text')}
      action={
        <Button variant="default" onClick={clear}>
          {t('filters.clear_all')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t(isMapped ? 'listings.empty' : 'listings.unmapped_empty')}
      text={t(isMapped ? 'listings.empty_text' : 'listings.unmapped_empty_text')}
      action={
        stores?.length === 0 ? (
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
  return (
    <Page title={t('listings.title')} description={t('listings.text')}>
      <ProductNav place="listings" />
      <ChipRow label={t('listings.tabs')}>
        <Chip active={isMapped} onClick={() => setUrl({ tab: undefined })}>
          {t('listings.tab_mapped')}
        </Chip>
        <Chip active={filters.tab === 'unmapped'} onClick={() => setUrl({ tab: 'unmapped', ...NO_STATE })}>
          {t('listings.tab_unmapped')}
        </Chip>
        <Chip active={filters.tab === 'hidden'} onClick={() => setUrl({ tab: 'hidden', ...NO_STATE })}>
          {t('mapping.tab_hidden')}
        </Chip>
      </ChipRow>
      <DataTable
        key={filters.tab}
        name={t('listings.title')}
        storageKey={`listings.${filters.tab}`}
        rows={rows}
        allRows={() => allListings(filters)}
        rowKey={(row) => row.listing_id}
        columns={listingColumns(show, menu)}
        card={listingCard(show, menu)}
        selected={selected}
        onSelected={setSelected}
        bulk={
          <ListingBulk
            tab={filters.tab}
            onMap={() => setOpen({ is: 'bulk_map', rows: chosen })}
            onHide={(hidden) => void hide(chosen, hidden).then(unselect)}
            onWatch={(enabled) => void watch(chosen, enabled).then(unselect)}
            onPanel={(is) => setOpen({ is, rows: chosen })}
          />
        }
        onOpen={(row) => {
          if (row.question === 'conflict') setOpen({ is: 'decide', rows: [row] })
          else if (row.product_id === null && !(isClosed(row) ?? false)) setOpen({ is: 'map', rows: [row] })
        }}
        isMarked={({ state, question }) => state === 'refused' || question !== null}
        onEnd={list.hasNextPage && !list.isFetchNextPageError ? () => void list.fetchNextPage() : undefined}
        toolbar={
          <>
            <SearchField value={filters.text} onChange={(text) => setUrl({ text: text || undefined })} />
            <Select
              className={classes.filter ?? ''}
              aria-label={t('listings.store')}
              placeholder={t('listings.all_stores')}
              clearable
              data={(stores ?? []).map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))}
              value={filters.store_id}
              onChange={(store_id) => setUrl({ store_id: store_id ?? undefined })}
            />
            {isMapped ? (
              <>
                <Select
                  className={classes.filter ?? ''}
                  aria-label={t('listings.state')}
                  placeholder={t('listings.all_states')}
                  clearable
                  data={LISTING_STATES.map((state) => ({ value: state, label: t(STATES[state].text) }))}
                  value={filters.state}
                  onChange={(state) => setUrl({ state: state ?? undefined })}
                />
                <Chip
                  active={filters.attention}
                  onClick={() => setUrl({ attention: filters.attention ? undefined : 'true' })}
                >
                  {t('listings.attention')}
                </Chip>
              </>
            ) : (
              <Button variant="default" onClick={() => setOpen({ is: 'find' })}>
                {t('mapping.find')}
              </Button>
            )}
          </>
        }
        empty={empty}
        error={
          list.isError && !rows ? (
            <ErrorState
              title={t('listings.failed')}
              text={list.error.message}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : undefined
        }
        footer={
          list.hasNextPage ? (
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('table.more')}
            </Button>
          ) : null
        }
      />
      {open ? (
        <Suspense fallback={null}>
          <ListingPanels open={open} onOpen={setOpen} onDone={unselect} />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** Its own state while somebody types; the address follows. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useCardShow()
  const [text, setText] = useState(value)
  const settled = useSettled(text.trim(), TYPING_MS)
  useEffect(() => {
    if (settled !== value) onChange(settled)
    // The address is written when the typing settles, not when the address changes by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label={t('listings.search')}
      placeholder={t('listings.search')}
      value={text}
      maxLength={200}
      leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
