import type { FileInput } from './media.ts'
import type { ProductStatus } from './tables.ts'

export type Maybe<T> = T | null | undefined

export interface CustomId {
  key: string
  namespace?: Maybe<string>
  value: string
}

export interface OptionValueInput {
  optionName?: Maybe<string>
  name?: Maybe<string>
}

export interface ItemInput {
  sku?: Maybe<string>
  tracked?: Maybe<boolean>
  measurement?: Maybe<{ weight?: Maybe<{ unit: string; value: number }> }>
}

export interface VariantInput {
  id?: Maybe<string>
  optionValues: OptionValueInput[]
  sku?: Maybe<string>
  barcode?: Maybe<string>
  price?: Maybe<string>
  compareAtPrice?: Maybe<string>
  file?: Maybe<FileInput>
  inventoryItem?: Maybe<ItemInput>
  inventoryPolicy?: Maybe<'CONTINUE' | 'DENY'>
  inventoryQuantities?: Maybe<{ locationId: string; quantity: number }[]>
}

export interface SetInput {
  title?: Maybe<string>
  descriptionHtml?: Maybe<string>
  handle?: Maybe<string>
  vendor?: Maybe<string>
  productType?: Maybe<string>
  tags?: Maybe<string[]>
  status?: Maybe<ProductStatus>
  seo?: Maybe<{ title?: Maybe<string>; description?: Maybe<string> }>
  metafields?: Maybe<{ key?: Maybe<string>; namespace?: Maybe<string>; value?: Maybe<string> }[]>
  files?: Maybe<FileInput[]>
  productOptions?: Maybe<{ name?: Maybe<string>; values?: Maybe<{ name?: Maybe<string> }[]> }[]>
  variants?: Maybe<VariantInput[]>
}

export type Identifier = { id?: Maybe<string>; handle?: Maybe<string>; customId?: Maybe<CustomId> }
