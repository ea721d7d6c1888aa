import { Button, CloseButton, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { type Step, stepInList } from '@omni/domain/catalog/list-navigation.ts'
import { isSource, SOURCES } from '@omni/domain/catalog/sources.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Kbd } from '@omni/ui/kbd.tsx'
import { DRAWER_CLOSE_MS, DRAWER_WIDTH, ICON_STROKE, LAYERS, MOBILE_QUERY } from '@omni/ui/measures.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { isTyping } from '@omni/ui/use-row-keys.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { keyOf, type ProductKey } from '../../product-cards/detail-address.ts'
import { closeDetail, openDetail, type OpenDetail, placeIn } from '../../product-cards/open-detail.ts'
import { DetailActions } from './detail-actions.tsx'
import { DetailBody } from './detail-body.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import classes from './detail.module.css'
import { useProductDetail } from './use-product-detail.ts'

/** Products are loaded this far before the end of the list is reached. */
const AHEAD = 3

/**
 * The detail over the grid (sourcing spec §2): 1050 px, Escape and overlay close it; closing forgets product and
 * country (§4).
 */
export function DetailDrawer({ open }: { open: OpenDetail | null }) {
  const t = useT()
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  // While it slides out it still shows what it showed.
  const [last, setLast] = useState(open)
  if (open && open !== last) setLast(open)
  const shown = open ?? last
  return (
    <Drawer.Root
      classNames={{ content: classes.drawer ?? '' }}
      opened={open !== null}
      onClose={closeDetail}
      position={mobile ? 'bottom' : 'right'}
      size={mobile ? '100%' : DRAWER_WIDTH}
      zIndex={LAYERS.drawer}
      lockScroll
      keepMounted={false}
      transitionProps={{ duration: DRAWER_CLOSE_MS }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('detail.title')}>{shown ? <DrawerContent open={shown} /> : null}</Drawer.Content>
    </Drawer.Root>
  )
}

function DrawerContent({ open }: { open: OpenDetail }) {
  const t = useT()
  const { product: key, shipTo, card } = open
  const source = isSource(key.source) ? key.source : SOURCES[0] // cards and routes name known sources only
  const detail = useProductDetail({ source, product_id: key.source_product_id }, shipTo)
  const product = detail.data?.product
  const openOther = (other: ProductKey, known?: ProductCard) =>
    openDetail({ ...open, product: other, card: known, similar: true })
  return (
    <>
      <DrawerHead open={open} loading={detail.isPending} stock={product?.stock ?? null} />
      {/* Another product starts at its top. */}
      <div key={keyOf(key)} className={classes.scroll}>
        {product ? (
          <DetailBody
            key={keyOf(product)}
            product={product}
            bySeller={detail.data?.by_seller ?? []}
            shipTo={shipTo}
            heading="h2"
            onShipTo={(code) => openDetail({ ...open, shipTo: code })}
            onOpen={openOther}
          />
        ) : null}
        {detail.isPending ? <DetailSkeleton card={card} heading="h2" /> : null}
        {/* §8: the detail is cleared and an empty state shows. */}
        {detail.isError && !product ? (
          <EmptyState
            title={t('detail.failed')}
            text={detail.error.message}
            action={
              <Button loading={detail.isFetching} onClick={() => void detail.refetch()}>
                {t('actions.retry')}
              </Button>
            }
          />
        ) : null}
      </div>
      {(product ?? card) ? (
        <div className={classes.foot}>
          <Foot product={product ?? card} shipTo={shipTo} />
        </div>
      ) : null}
    </>
  )
}

const Foot = ({ product, shipTo }: { product: ProductCard | undefined; shipTo: string }) =>
  product ? <DetailActions product={product} shipTo={shipTo} /> : null

/** Supplier, stock, place in the list with previous (K) and next (J). */
function DrawerHead({ open, loading, stock }: { open: OpenDetail; loading: boolean; stock: number | null }) {
  const t = useT()
  const format = useFormat()
  const { product, list, similar } = open
  const index = placeIn(open)
  const place = { index, count: list?.products.length ?? 0, loading, similar }
  const go = (step: Step) => {
    const next = stepInList(place, step)
    const card = next === null ? undefined : list?.products[next]
    if (next === null || !card) return
    openDetail({ ...open, product: card, card })
    if (list?.more && next >= list.products.length - AHEAD) list.more()
  }
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      if (key === 'j') latest.current(1)
      if (key === 'k') latest.current(-1)
    }
    window.addEventListener('keydown', act)
    return () => window.removeEventListener('keydown', act)
  }, [])
  return (
    <div className={classes.head}>
      {isSource(product.source) ? (
        <>
          <VendorBadge vendor={product.source} label="" />
          <span className={classes.vendor}>{VENDOR_NAMES[product.source]}</span>
        </>
      ) : null}
      {stock === null ? null : (
        <span className={classes.stock}>
          <StatusDot tone={stock > 0 ? 'green' : 'red'}>
            {stock > 0 ? t('detail.in_stock', { count: stock, shown: format.number(stock) }) : t('detail.out_of_stock')}
          </StatusDot>
        </span>
      )}
      <div className={classes.steps}>
        {index >= 0 && !similar ? (
          <span className={classes.place}>
            {t('detail.place', { at: format.number(index + 1), of: list?.total ?? '' })}
          </span>
        ) : null}
        {list && list.products.length > 1 ? (
          <>
            <Button
              variant="default"
              size="xs"
              className={classes.step ?? ''}
              title={t('detail.previous')}
              disabled={stepInList(place, -1) === null}
              onClick={() => go(-1)}
              leftSection={<IconChevronUp size={15} stroke={ICON_STROKE} aria-hidden="true" />}
            >
              <span className={classes.stepWord}>
                {t('actions.previous')} <Kbd>K</Kbd>
              </span>
            </Button>
            <Button
              variant="default"
              size="xs"
              className={classes.step ?? ''}
              title={t('detail.next')}
              disabled={stepInList(place, 1) === null}
              onClick={() => go(1)}
              leftSection={<IconChevronDown size={15} stroke={ICON_STROKE} aria-hidden="true" />}
            >
              <span className={classes.stepWord}>
                {t('actions.next')} <Kbd>J</Kbd>
              </span>
            </Button>
          </>
        ) : null}
        <CloseButton size={32} aria-label={t('actions.close')} onClick={closeDetail} />
      </div>
    </div>
  )
}
