/** The parts of the editor in their order, and what each still lacks. */
import type { Product } from '@omni/domain/products/product.ts'
import type { TextKey } from '../../platform/i18n.ts'

export const SECTIONS = [
  'overview',
  'description',
  'images',
  'variants',
  'pricing',
  'shipping',
  'seo',
  'organisation',
  'suppliers',
] as const
export type SectionName = (typeof SECTIONS)[number]

export const SECTION_TITLES: Record<SectionName, TextKey> = {
  overview: 'editor.overview',
  description: 'editor.description',
  images: 'editor.images',
  variants: 'editor.variants',
  pricing: 'editor.pricing',
  shipping: 'editor.shipping',
  seo: 'editor.seo',
  organisation: 'editor.organisation',
  suppliers: 'editor.suppliers',
}

export const sectionId = (name: SectionName) => `editor-${name}`

const isBlank = (html: string) =>
  html
    .replace(/<(?!img)[^>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .trim() === ''

/** Why a section has an amber dot; null when nothing is missing. */
export function missingIn(name: SectionName, product: Product, unsupplied: number): TextKey | null {
  const { title, description, images, variants, product_type, tags } = product
  const listed = variants.filter(({ enabled }) => enabled)
  switch (name) {
    case 'overview':
      return title.trim() === '' ? 'editor.missing_title' : null
    case 'description':
      return isBlank(description) ? 'editor.missing_description' : null
    case 'images':
      return images.length === 0 ? 'editor.missing_images' : null
    case 'variants':
      return listed.length === 0 ? 'editor.missing_variants' : null
    case 'pricing':
      return listed.some(({ price }) => price <= 0) ? 'editor.missing_price' : null
    case 'organisation':
      return product_type === '' && tags.length === 0 ? 'editor.missing_organisation' : null
    case 'suppliers':
      return unsupplied > 0 ? 'editor.missing_suppliers' : null
    case 'shipping':
    case 'seo':
      return null
  }
}
