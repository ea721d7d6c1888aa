import { type Collection, COLLECTIONS } from '@omni/domain/catalog/search-options.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { type Icon, IconHeart, IconStar } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { stringifySearch } from '../../platform/search-text.ts'
import { COLLECTION_LOOKS, collectionHref } from './collections.ts'
import { type Filters, NO_FILTERS, writeFilters } from './filters.ts'
import classes from './find.module.css'

type TabName = 'all' | 'favourites' | 'experts' | Collection

interface Tab {
  name: TabName
  text: string
  href: string
  icon?: Icon
}

/** Links, not buttons: each is an address of its own, and the filters go along. */
export function FindTabs({ selected, filters = NO_FILTERS }: { selected: TabName; filters?: Filters }) {
  const t = useT()
  const search = stringifySearch(writeFilters({ ...filters, favourites: false, page: 1 }))
  const kept = stringifySearch(writeFilters({ ...NO_FILTERS, ship_to: filters.ship_to, favourites: true }))
  const tabs: Tab[] = [
    { name: 'all', text: t('find.all'), href: `/app/find-product${search}` },
    ...COLLECTIONS.map((name): Tab => ({
      name,
      text: t(COLLECTION_LOOKS[name].title),
      href: collectionHref(name) + search,
      icon: COLLECTION_LOOKS[name].icon,
    })),
    { name: 'experts', text: t('experts.title'), href: '/app/find-product/experts-choice', icon: IconStar },
    { name: 'favourites', text: t('favourites.title'), href: `/app/find-product${kept}`, icon: IconHeart },
  ]
  return (
    <nav className={classes.tabs} aria-label={t('find.tabs')}>
      {tabs.map(({ name, text, href, icon: TabIcon }) => (
        <AppLink key={name} href={href} className={classes.tab} aria-current={name === selected ? 'page' : undefined}>
          {TabIcon && name === selected ? <TabIcon size={16} stroke={ICON_STROKE} aria-hidden="true" /> : null}
          {text}
        </AppLink>
      ))}
    </nav>
  )
}
