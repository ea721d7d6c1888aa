import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { closeDetail, useOpenDetail } from '../../product-cards/open-detail.ts'

const DetailDrawer = lazy(() => import('./detail-drawer.tsx').then((module) => ({ default: module.DetailDrawer })))

/** What an effect leaves behind: it runs when the path it was given is left. */
const closeAfter = (_path: string) => closeDetail

/** Stands once on every page with product cards. The drawer is downloaded when it is first opened. */
export function DrawerHost() {
  const open = useOpenDetail()
  const { pathname } = useLocation()
  const [used, setUsed] = useState(false)
  if (open && !used) setUsed(true)
  // Sourcing spec §2: any change of the path closes it; so does leaving the page.
  useEffect(() => closeAfter(pathname), [pathname])
  return used ? (
    <Suspense fallback={null}>
      <DetailDrawer open={open} />
    </Suspense>
  ) : null
}
