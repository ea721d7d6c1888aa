import { Button } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../../platform/i18n.ts'
import { type CardExtras, ProductGrid } from '../../product-cards/product-grid.tsx'
import classes from './find.module.css'
import type { ProductListView } from './use-product-list.ts'

const FIRST_CARDS = 15 // outlines of the first screen
const MORE_CARDS = 5
/** Products are asked for this far before the end comes into view. */
const AHEAD = '1200px'

interface ProductResultsProps {
  label: string
  view: ProductListView
  shipTo: string
  total: string
  /** What the cards say and do besides. */
  extras?: ((product: ProductCard) => CardExtras) | undefined
  empty: ReactNode
}

/**
 * The grid with its states: outlines, cards, nothing found, failure; endless, with a button where scrolling does not
 * load.
 */
export function ProductResults({ label, view, shipTo, total, extras, empty }: ProductResultsProps) {
  const t = useT()
  const { pages, first, error, more, loadingMore, moreFailed } = view
  if (error)
    return <ErrorState title={t('find.failed')} text={error.message} onRetry={view.retry} retrying={view.busy} />
  if (first?.items.length === 0 && pages.length === 1) return empty
  return (
    <>
      <ProductGrid
        label={label}
        pages={pages}
        shipTo={shipTo}
        total={total}
        more={more}
        extras={extras}
        loading={first ? (loadingMore ? MORE_CARDS : 0) : FIRST_CARDS}
        keys
      />
      {more ? (
        <div className={classes.more}>
          {moreFailed ? (
            <p className={classes.moreFailed} role="alert">
              {t('find.more_failed')}
            </p>
          ) : (
            <Sentinel onNear={more} />
          )}
          <Button variant="default" onClick={more} loading={loadingMore}>
            {t('table.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Sentinel({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onNear])
  return <span ref={mark} aria-hidden="true" />
}
