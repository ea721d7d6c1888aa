import { DRAWER_CLOSE_MS } from '@omni/ui/measures.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { detailHref } from '../../product-cards/detail-address.ts'
import { forgetDetail, useOpenDetail } from '../../product-cards/open-detail.ts'

const DetailDrawer = lazy(() => import('./detail-drawer.tsx').then((module) => ({ default: module.DetailDrawer })))

/** The card of what was shown last; the list may have been walked through meanwhile. */
const focusCard = (href: string) => {
  const path = (link: HTMLAnchorElement) => link.pathname.split('/').slice(0, -1).join('/')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-card-link]')]
  links.find((link) => path(link) === href.split('/').slice(0, -1).join('/'))?.focus({ preventScroll: true })
}

/**
 * Stands once on every page with product cards. The drawer is downloaded when it is first opened. It is open while the
 * address names a product, so any change of the path closes it (sourcing spec §2).
 */
export function DrawerHost() {
  const open = useOpenDetail()
  const [used, setUsed] = useState(false)
  const last = useRef<string | null>(null)
  if (open && !used) setUsed(true)
  useEffect(() => {
    if (open) {
      last.current = detailHref(open.product, open.shipTo)
      return
    }
    forgetDetail()
    const href = last.current
    last.current = null
    if (href === null) return
    // After the drawer has given the focus back to what opened it.
    const timer = setTimeout(() => focusCard(href), DRAWER_CLOSE_MS + 50)
    return () => clearTimeout(timer)
  }, [open])
  return used ? (
    <Suspense fallback={null}>
      <DetailDrawer open={open} />
    </Suspense>
  ) : null
}
