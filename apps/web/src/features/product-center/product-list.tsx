import type { ProductRow, Selection } from '@omni/contracts/products.fields.ts'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ListScreen } from '../../platform/list-screen.tsx'
import { go } from '../../platform/navigation.ts'
import { type CardShow, useCardShow } from '../../product-cards/card-show.ts'
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
  const rows = list.data?.rows
  const { total = 0, total_is_capped: capped = false } = list.data?.pages[0] ?? {}
  const show = useCardShow()
  const save = useSaveField()
  const { remove, duplicate } = useProductActions(view)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const key = JSON.stringify({ ...filters, sort: null })
  const [ticked, setTicked] = useState<{ key: string; chosen: Chosen }>({ key, chosen: NONE })
  // What matched other filters is not what is selected now.
  const chosen = ticked.key === key ? ticked.chosen : NONE
  const choose = (next: Chosen) => setTicked({ key, chosen: next })
  const loaded = useMemo(() => rows?.map(({ product_id }) => product_id) ?? [], [rows])
  const selected = useMemo(() => shownAs(chosen, loaded), [chosen, loaded])
  const count = countOf(chosen, total)
  const pushing = usePushList(view, filters, rows)

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
    } else if (action === 'push') await pushing.openChosen(chosen, total)
    else setDialog({ kind: action, selection, count })
  }
  const filtered =
    countFilters(urlFilters) > 0 || urlFilters.text !== '' || (view !== 'pushed' && urlFilters.pushed !== null)
  const close = () => setDialog(null)
  const done = () => {
    close()
    choose(NONE)
  }
  return (
    <>
      <SavedViews screen={view} query={writeFilters(urlFilters)} onChange={(query) => setFilters(readFilters(query))} />
      <ListScreen
        name={name}
        storageKey={`products.${view}`}
        list={list}
        failed="product_center.failed"
        moreFailed="find.more_failed"
        allRows={() => allProducts(view, filters)}
        rowKey={(row) => row.product_id}
        columns={productColumns(tools)}
        sort={toHeadSort(filters.sort) ?? { key: '', direction: 'asc' }}
        onSort={(sort) => setFilters({ sort: fromHeadSort(sort) })}
        selection={{ keys: selected, onChange: (next) => choose(afterTick(chosen, next, loaded)), count }}
        bulk={<BulkActions onAct={(action) => void act(action)} />}
        onOpen={(row) => go(editorHref(view, row.product_id))}
        card={cardWith(tools)}
        notice={noticeOf(
          { chosen, loaded: loaded.length, selected: selected.size, total, capped, onChoose: choose },
          show,
        )}
        toolbar={
          <FilterBar
            filters={urlFilters}
            onChange={setFilters}
            placeholder={searchLabel}
            watching={view !== 'import'}
          />
        }
        nothingFound={
          filtered && {
            title: 'product_center.none_found',
            text: 'product_center.none_found_text',
            onClear: () => setFilters({ ...NO_FILTERS, sort: filters.sort }),
          }
        }
        nothingYet={empty}
      />
      <Suspense fallback={null}>
        {dialog ? <BulkDialog {...dialog} onClose={close} onDone={done} /> : null}
        {pushing.request ? (
          <PushDrawer {...pushing.request} onClose={pushing.close} onPushed={() => choose(NONE)} />
        ) : null}
      </Suspense>
    </>
  )
}

interface BulkDialogProps extends Dialog {
  onClose: () => void
  onDone: () => void
}

function BulkDialog({ kind, ...rest }: BulkDialogProps) {
  if (kind === 'prices') return <PriceRule {...rest} />
  if (kind === 'split') return <SplitDialog {...rest} />
  return <BulkEdit {...rest} start={kind === 'tags' ? 'tags' : 'title'} />
}

interface NoticeProps {
  chosen: Chosen
  loaded: number
  selected: number
  total: number
  capped: boolean
  onChoose: (next: Chosen) => void
}

/** All that is loaded is selected: the way to all that match, and back. Null: nothing is to be said. */
function noticeOf(
  { chosen, loaded, selected, total, capped, onChoose }: NoticeProps,
  { t, format }: CardShow,
): ReactNode {
  const shown = (count: number) => format.number(count) + (capped ? '+' : '')
  const isAll = chosen.mode === 'all'
  if (!isAll && (loaded === 0 || selected < loaded || total <= loaded)) return null
  const count = countOf(chosen, total)
  return (
    <>
      {isAll
        ? t('product_center.all_selected', { count, shown: shown(count) })
        : t('product_center.loaded_selected', { count })}
      <button type="button" className={classes.link} onClick={() => onChoose(isAll ? NONE : ALL)}>
        {isAll ? t('table.clear_selection') : t('product_center.select_all', { shown: shown(total) })}
      </button>
    </>
  )
}
