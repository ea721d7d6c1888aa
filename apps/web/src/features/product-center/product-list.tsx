import { Button } from '@mantine/core'
import type { ProductRow, Selection } from '@omni/contracts/products.fields.ts'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { go } from '../../platform/navigation.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { editorHref } from '../../product-cards/editor-address.ts'
import { type BulkAction, BulkActions } from './bulk-actions.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ProductListCard } from './product-card.tsx'
import { productColumns, type RowTools } from './product-columns.tsx'
import {
  countFilters,
  fromHeadSort,
  NO_FILTERS,
  readFilters,
  toHeadSort,
  type View,
  writeFilters,
} from './product-filters.ts'
import classes from './product-list.module.css'
import { SavedViews } from './saved-views.tsx'
import { afterTick, ALL, type Chosen, countOf, NONE, shownAs, toSelection } from './selection.ts'
import { usePushList } from './use-push-list.ts'
import { useProductActions } from './use-product-actions.ts'
import { allProducts, useProductFilters, useProductList, withinView } from './use-product-list.ts'
import { useSaveField } from './use-save-field.ts'

const BulkEdit = lazy(() => import('../bulk-edit/bulk-edit.tsx').then((module) => ({ default: module.BulkEdit })))
const PriceRule = lazy(() => import('../bulk-edit/price-rule.tsx').then((module) => ({ default: module.PriceRule })))
const SplitDialog = lazy(() => import('./split-dialog.tsx').then((module) => ({ default: module.SplitDialog })))

const PushDrawer = lazy(() => import('../listings/push-drawer.tsx').then((module) => ({ default: module.PushDrawer })))

interface Dialog {
  kind: 'edit' | 'tags' | 'prices' | 'split'
  selection: Selection
  count: number
}

const onlyThis = (row: ProductRow): Selection => ({ ids: [row.product_id] })
const cardWith = (tools: RowTools) => (row: ProductRow) => <ProductListCard row={row} tools={tools} />

interface ProductListProps {
  view: View
  /** Without any filter there is nothing: what to do next. */
  empty: ReactNode
  name: string
  searchLabel: string
}

/**
 * The one list behind import list, product center and products: table, cards, filters, selection over pages, bulk bar.
 */
export function ProductList({ view, empty, name, searchLabel }: ProductListProps) {
  const [urlFilters, setFilters] = useProductFilters()
  const filters = useMemo(() => withinView(urlFilters, view), [urlFilters, view])
  const list = useProductList(view, filters)
  const show = useCardShow()
  const { t, format } = show
  const save = useSaveField()
  const { remove, duplicate } = useProductActions(view)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const key = JSON.stringify({ ...filters, sort: null })
  const [ticked, setTicked] = useState<{ key: string; chosen: Chosen }>({ key, chosen: NONE })
  // What matched other filters is not what is selected now.
  const chosen = ticked.key === key ? ticked.chosen : NONE
  const choose = (next: Chosen) => setTicked({ key, chosen: next })
  const loaded = useMemo(() => list.rows?.map(({ product_id }) => product_id) ?? [], [list.rows])
  const selected = useMemo(() => shownAs(chosen, loaded), [chosen, loaded])
  const count = countOf(chosen, list.total)
  const pushing = usePushList(view, filters, list.rows)

  const tools: RowTools = {
    show,
    view,
    save,
    onPush: (row) => pushing.open([row]),
    onDuplicate: (row) => void duplicate(onlyThis(row)),
    onDelete: (row) => {
      choose(NONE)
      void remove(onlyThis(row))
    },
    onSplit: (row) => setDialog({ kind: 'split', selection: onlyThis(row), count: 1 }),
  }
  const act = async (action: BulkAction) => {
    const selection = toSelection(chosen, view, filters)
    if (action === 'delete') {
      choose(NONE)
      await remove(selection)
    } else if (action === 'duplicate') {
      if (await duplicate(selection)) choose(NONE)
    } else if (action === 'push') await pushing.openChosen(chosen, list.total)
    else setDialog({ kind: action, selection, count })
  }
  const total = format.number(list.total) + (list.capped ? '+' : '')
  const filtered =
    countFilters(urlFilters) > 0 || urlFilters.text !== '' || (view !== 'pushed' && urlFilters.pushed !== null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    choose(NONE)
  }
  const notice =
    chosen.mode === 'all' ? (
      <>
        {t('product_center.all_selected', { count, shown: format.number(count) + (list.capped ? '+' : '') })}
        <button type="button" className={classes.link} onClick={() => choose(NONE)}>
          {t('table.clear_selection')}
        </button>
      </>
    ) : loaded.length > 0 && selected.size >= loaded.length && list.total > loaded.length ? (
      <>
        {t('product_center.loaded_selected', { count: selected.size })}
        <button type="button" className={classes.link} onClick={() => choose(ALL)}>
          {t('product_center.select_all', { shown: total })}
        </button>
      </>
    ) : null
  return (
    <>
      <SavedViews screen={view} query={writeFilters(urlFilters)} onChange={(query) => setFilters(readFilters(query))} />
      <DataTable
        name={name}
        storageKey={`products.${view}`}
        rows={list.rows}
        allRows={() => allProducts(view, filters)}
        rowKey={(row) => row.product_id}
        columns={productColumns(tools)}
        sort={toHeadSort(filters.sort) ?? { key: '', direction: 'asc' }}
        onSort={(sort) => setFilters({ sort: fromHeadSort(sort) })}
        selected={selected}
        selectedCount={count}
        onSelected={(next) => choose(afterTick(chosen, next, loaded))}
        bulk={<BulkActions onAct={(action) => void act(action)} />}
        onOpen={(row) => go(editorHref(view, row.product_id))}
        card={cardWith(tools)}
        notice={notice}
        onEnd={list.moreFailed ? undefined : list.more}
        toolbar={
          <FilterBar
            filters={urlFilters}
            onChange={setFilters}
            placeholder={searchLabel}
            watching={view !== 'import'}
          />
        }
        empty={
          filtered ? (
            <EmptyState
              title={t('product_center.none_found')}
              text={t('product_center.none_found_text')}
              action={
                <Button variant="default" onClick={() => setFilters({ ...NO_FILTERS, sort: filters.sort })}>
                  {t('filters.clear_all')}
                </Button>
              }
            />
          ) : (
            empty
          )
        }
        error={
          list.error ? (
            <ErrorState
              title={t('product_center.failed')}
              text={list.error.message}
              onRetry={list.retry}
              retrying={list.busy}
            />
          ) : undefined
        }
        footer={
          list.more ? (
            <div className={classes.more}>
              {list.moreFailed ? (
                <p className={classes.moreFailed} role="alert">
                  {t('find.more_failed')}
                </p>
              ) : null}
              <Button variant="default" loading={list.loadingMore} onClick={list.more}>
                {t('table.more')}
              </Button>
            </div>
          ) : null
        }
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'edit' || dialog?.kind === 'tags' ? (
          <BulkEdit
            selection={dialog.selection}
            count={dialog.count}
            start={dialog.kind === 'tags' ? 'tags' : 'title'}
            onClose={close}
            onDone={done}
          />
        ) : null}
        {dialog?.kind === 'prices' ? (
          <PriceRule selection={dialog.selection} count={dialog.count} onClose={close} onDone={done} />
        ) : null}
        {pushing.request ? (
          <PushDrawer {...pushing.request} onClose={pushing.close} onPushed={() => choose(NONE)} />
        ) : null}
        {dialog?.kind === 'split' ? (
          <SplitDialog selection={dialog.selection} count={dialog.count} onClose={close} onDone={done} />
        ) : null}
      </Suspense>
    </>
  )
}
