/** Names of what the server knows by a slug; named-by-slug.test.ts holds the texts to the server's lists. */
import type { TextKey, Translate } from '../../platform/i18n.ts'

// every slug has its text: see the test
export const categoryName = (t: Translate, slug: string): string => t(`category.${slug}` as TextKey)

export const campaignName = (t: Translate, slug: string): string => t(`campaign.${slug}` as TextKey) // as above
