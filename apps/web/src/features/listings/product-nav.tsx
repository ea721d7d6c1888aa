import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useCurrentInSight } from '../../platform/use-current-in-sight.ts'
import classes from './product-nav.module.css'

type Place = 'import' | 'center' | 'pushed' | 'listings' | 'auto_update' | 'suppliers'

/** The screens of one's products side by side: the sidebar shows only one of them (foundation spec §2). */
export function ProductNav({ place }: { place: Place }) {
  const t = useT()
  const format = useFormat()
  const counts = useCall(importListCalls.getProductCounts, {}, { quiet: true, keep: true }).data
  const links: { place: Place; href: string; text: TextKey; count: number | undefined }[] = [
    { place: 'import', href: '/app/products-import', text: 'import_list.title', count: counts?.unpushed },
    { place: 'center', href: '/app/products-center', text: 'product_center.title', count: counts?.all },
    { place: 'pushed', href: '/app/products', text: 'product_center.pushed_title', count: counts?.pushed },
    { place: 'listings', href: '/app/list', text: 'listings.title', count: undefined },
    { place: 'auto_update', href: '/app/products/auto-update', text: 'auto_update.title', count: undefined },
    {
      place: 'suppliers',
      href: '/app/products-center/supplier-list',
      text: 'product_center.suppliers_title',
      count: undefined,
    },
  ]
  const bar = useCurrentInSight(place)
  return (
    <nav className={classes.nav} ref={bar} aria-label={t('product_center.screens')}>
      {links.map((link) => (
        <AppLink
          key={link.place}
          href={link.href}
          className={classes.navLink}
          data-place={link.place}
          aria-current={link.place === place ? 'page' : undefined}
        >
          {t(link.text)}
          {link.count === undefined ? null : <bdi className={classes.navCount}>{format.number(link.count)}</bdi>}
        </AppLink>
      ))}
    </nav>
  )
}
