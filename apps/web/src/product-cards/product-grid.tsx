import type { ProductCard as Product } from '@omni/contracts/catalog.calls.ts'
import { Skeleton } from '@mantine/core'
import { isTyping } from '@omni/ui/use-row-keys.ts'
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { type CardShow, useCardShow } from './card-show.ts'
import { keyOf } from './detail-address.ts'
import { type ToggleFavourite, useToggleFavourite } from './favourites.ts'
import { type ImportProduct, useImportProduct } from './import-product.ts'
import { type DetailList, openDetail, renewList } from './open-detail.ts'
import { ProductCard } from './product-card.tsx'
import classes from './product-grid.module.css'

/** What a list says about one of its cards. */
export interface CardExtras {
  tag?: ReactNode
  flag?: ReactNode
  note?: ReactNode
  /** In the place of the import button. */
  action?: ReactNode
}

interface ProductGridProps {
  label: string
  /** Page by page as they were loaded: a page that did not change is not drawn again. */
  pages: readonly (readonly Product[])[]
  shipTo: string
  total?: string
  more?: (() => void) | undefined
  extras?: ((product: Product) => CardExtras) | undefined
  /** How many cards to draw as outlines behind the last one. */
  loading?: number
  /** J, K, Enter, F and I: for the one grid that is the page's subject. */
  keys?: boolean
}

export function ProductGrid({
  label,
  pages,
  shipTo,
  total = '',
  more,
  extras,
  loading = 0,
  keys = false,
}: ProductGridProps) {
  const id = useId()
  const grid = useRef<HTMLUListElement>(null)
  const show = useCardShow()
  const onFavourite = useToggleFavourite()
  const onImport = useImportProduct()
  const products = useMemo(() => pages.flat(), [pages])
  const list = useMemo<DetailList>(() => ({ id, products, total, more }), [id, products, total, more])
  useEffect(() => renewList(list), [list])
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const onOpen = useCallback(
    (product: Product) => {
      openDetail({ product, card: product, shipTo, list: latest.current, similar: false })
    },
    [shipTo],
  )
  useCardKeys(grid, keys)
  return (
    <ul ref={grid} className={classes.grid} aria-label={label} aria-busy={loading > 0}>
      {pages.map((page, index) => (
        <GridPage
          key={index}
          page={page}
          shipTo={shipTo}
          show={show}
          onFavourite={onFavourite}
          onImport={onImport}
          onOpen={onOpen}
          extras={extras}
          before={pages.slice(0, index).reduce((sum, { length }) => sum + length, 0)}
        />
      ))}
      <CardSkeletons count={loading} />
    </ul>
  )
}

interface GridPageProps {
  page: readonly Product[]
  shipTo: string
  show: CardShow
  onFavourite: ToggleFavourite
  onImport: ImportProduct
  onOpen: (product: Product) => void
  extras?: ((product: Product) => CardExtras) | undefined
  /** How many stand before this page. */
  before: number
}

const GridPage = memo(function GridPage({ page, extras, before, ...rest }: GridPageProps) {
  return page.map((product, index) => (
    <li key={keyOf(product)} className={classes.cell}>
      <ProductCard product={product} position={before + index + 1} {...rest} {...extras?.(product)} />
    </li>
  ))
})

export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={classes.skeleton} aria-hidden="true">
      <Skeleton className={classes.square ?? ''} radius={0} />
      <div className={classes.lines}>
        <Skeleton height={12} width="80%" />
        <Skeleton height={14} width="60%" />
        <Skeleton height={10} width="70%" />
      </div>
    </li>
  ))
}

/**
 * J and K move the focus over the cards, F is the heart of the one in focus, I imports it; Enter opens it as it does
 * every link.
 */
function useCardKeys(grid: RefObject<HTMLUListElement | null>, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      const key = event.key.toLowerCase()
      const cards = [...(grid.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
      const at = cards.findIndex((card) => card.contains(document.activeElement))
      if (key === 'f' && at >= 0) cards[at]?.querySelector<HTMLElement>('[data-card-heart]')?.click()
      else if (key === 'i' && at >= 0) cards[at]?.querySelector<HTMLElement>('[data-card-import]')?.click()
      else if (key === 'j' || key === 'k')
        cards[key === 'j' ? at + 1 : Math.max(0, at - 1)]?.querySelector<HTMLElement>('[data-card-link]')?.focus()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', act)
    return () => window.removeEventListener('keydown', act)
  }, [grid, enabled])
}
