import { Anchor } from '@mantine/core'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { type Icon, IconBuildingStore, IconHeart, IconSparkles, IconStar, IconTruck } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { CampaignStrip, PersonalizedStrip } from './catalog-strips.tsx'
import classes from './catalog.module.css'
import { CategoryTiles } from './category-tiles.tsx'
import { CollectionCards } from './collection-card.tsx'
import { KeywordChips } from './keyword-chips.tsx'
import { SearchBox } from './search-box.tsx'

const WAYS: readonly { href: string; text: TextKey; icon: Icon }[] = [
  { href: '/app/catalog/dropshipping', text: 'dropshipping.title', icon: IconTruck },
  { href: '/app/catalog/personalized', text: 'personalized.title', icon: IconSparkles },
  { href: '/app/find-product/experts-choice', text: 'experts.title', icon: IconStar },
  { href: '/app/find-product/favorite-supplier', text: 'suppliers.title', icon: IconBuildingStore },
  { href: '/app/find-product?favourites=true', text: 'favourites.title', icon: IconHeart },
]

/** /app/catalog — the entrance to finding products (sourcing spec §2). */
export function CatalogPage() {
  const t = useT()
  const trending = useCall(catalogCalls.getTrendingKeywords, {}, { quiet: true })
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <h1 className={classes.title}>{t('catalog.title')}</h1>
        <p className={classes.lead}>{t('catalog.text')}</p>
        <div className={classes.search}>
          <SearchBox
            text=""
            shipTo={DEFAULT_SHIP_TO}
            onSearch={(text) => go(text ? `/app/find-product?text=${encodeURIComponent(text)}` : '/app/find-product')}
          />
        </div>
        <div className={classes.trending}>
          <KeywordChips label={t('catalog.trending')} words={trending.data?.keywords.slice(0, 8) ?? []} centred />
        </div>
      </section>
      <nav className={classes.ways} aria-label={t('catalog.ways')}>
        {WAYS.map(({ href, text, icon: WayIcon }) => (
          <AppLink key={href} href={href} className={classes.way}>
            <WayIcon size={18} stroke={ICON_STROKE} aria-hidden="true" />
            {t(text)}
          </AppLink>
        ))}
      </nav>
      <section className={classes.section}>
        <div className={classes.stripHead}>
          <h2 className={classes.sectionTitle}>{t('collections.title')}</h2>
          <span className={classes.stripEnd}>
            <Anchor component={AppLink} href="/app/find-product/collection" size="sm">
              {t('notifications.see_all')}
            </Anchor>
          </span>
        </div>
        <CollectionCards />
      </section>
      <CampaignStrip shipTo={DEFAULT_SHIP_TO} />
      <PersonalizedStrip shipTo={DEFAULT_SHIP_TO} />
      <CategoryTiles />
      <DrawerHost />
    </div>
  )
}
