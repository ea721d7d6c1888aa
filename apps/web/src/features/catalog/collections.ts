import { type Collection, COLLECTIONS } from '@omni/domain/catalog/search-options.ts'
import { type Icon, IconFlag, IconFlame, IconGift, IconTruckDelivery } from '@tabler/icons-react'
import type { TextKey } from '../../platform/i18n.ts'

export interface CollectionLook {
  title: TextKey
  text: TextKey
  icon: Icon
  tone: 'amber' | 'accent' | 'green' | 'red'
}

/** Words and symbols of the collections; their products and figures come from the server (sourcing spec §2). */
export const COLLECTION_LOOKS: Record<Collection, CollectionLook> = {
  trending: { title: 'collections.trending', text: 'collections.trending_text', icon: IconFlame, tone: 'amber' },
  fastest_delivery_us: {
    title: 'collections.fastest_delivery_us',
    text: 'collections.fastest_delivery_us_text',
    icon: IconTruckDelivery,
    tone: 'accent',
  },
  free_ship_us: {
    title: 'collections.free_ship_us',
    text: 'collections.free_ship_us_text',
    icon: IconGift,
    tone: 'green',
  },
  made_in_us: { title: 'collections.made_in_us', text: 'collections.made_in_us_text', icon: IconFlag, tone: 'red' },
}

export const isCollection = (slug: string): slug is Collection => (COLLECTIONS as readonly string[]).includes(slug)

export const collectionHref = (slug: Collection) => `/app/find-product/${slug}`
