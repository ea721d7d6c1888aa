/** The help articles: their texts are a file per language, downloaded with the page. */
import type { LanguageCode } from '@omni/domain/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { type TextKey, useLanguage } from '../../platform/i18n.ts'

/** Words and names of the screen in turn (../../../help-names.ts). */
export type Paragraph = readonly string[]
export interface Article {
  slug: string
  title: string
  paragraphs: readonly Paragraph[]
}

/** The screen that an article is about. */
export const SCREENS: Record<string, string> = {
  'first-steps': '/app/guide-line',
  'what-is-what': '/app/products-center',
  'find-products': '/app/find-product',
  profit: '/app/setting/selling-price',
  'import-products': '/app/products-import',
  'edit-products': '/app/products-import',
  'bulk-edit': '/app/products-center',
  'price-rules': '/app/setting/selling-price',
  'connect-store': '/app/setting/channel',
  'push-products': '/app/products-import',
  'auto-update': '/app/products/auto-update',
  'map-products': '/app/list',
  orders: '/app/orders',
  'place-orders': '/app/orders',
  wallet: '/app/setting/wallet',
  shipments: '/app/orders/shipment',
  refunds: '/app/orders/cancel-refund',
  automation: '/app/setting/automation',
  analytics: '/app/store-analytics',
  plans: '/app/setting/billing-plan/change-plan',
}

export const TOPICS: readonly { title: TextKey; slugs: readonly string[] }[] = [
  { title: 'help.topic_start', slugs: ['first-steps', 'what-is-what', 'plans'] },
  {
    title: 'help.topic_products',
    slugs: ['find-products', 'profit', 'import-products', 'edit-products', 'bulk-edit', 'price-rules'],
  },
  { title: 'help.topic_stores', slugs: ['connect-store', 'push-products', 'auto-update', 'map-products'] },
  {
    title: 'help.topic_orders',
    slugs: ['orders', 'place-orders', 'wallet', 'shipments', 'refunds', 'automation', 'analytics'],
  },
]

type Texts = Record<string, readonly [title: Paragraph, ...paragraphs: Paragraph[]]>
const FILES = import.meta.glob<{ default: Texts }>('./articles/*.json')

export async function loadArticles(language: LanguageCode): Promise<readonly Article[]> {
  const load = FILES[`./articles/${language}.json`]
  if (!load) throw new Error(`no help in ${language}`)
  const { default: texts } = await load()
  return Object.entries(texts).map(([slug, [title, ...paragraphs]]) => ({ slug, title: title.join(''), paragraphs }))
}

export function useArticles() {
  const language = useLanguage()
  return useQuery<readonly Article[]>({
    queryKey: ['help', language],
    queryFn: () => loadArticles(language),
    staleTime: Infinity,
  })
}

/** Every word must be somewhere in it; titles count most. */
export function findArticles(articles: readonly Article[], typed: string): Article[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = ({ title, paragraphs }: Article) =>
    [title, ...paragraphs.map((parts) => parts.join(''))].join(' ').toLowerCase()
  const inTitle = ({ title }: Article) => words.filter((word) => title.toLowerCase().includes(word)).length
  return articles
    .filter((article) => words.every((word) => text(article).includes(word)))
    .toSorted((a, b) => inTitle(b) - inTitle(a))
}
