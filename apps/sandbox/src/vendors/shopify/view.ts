/** Rows as the objects that GraphQL reads: values, or functions of a field's arguments. */
import type { Selectable } from 'kysely'
import { gid, variantNumber } from './ids.ts'
import { isDefaultOnly, type ProductRow } from './products.ts'
import { LOCATION, ONLINE_STORE, shopUrl } from './shops.ts'
import type { Shop, ShopifyTables, ShopifyWorld, VariantRow } from './tables.ts'

type FileRow = Selectable<ShopifyTables['files']>

interface Page {
  first?: number | null
  after?: string | null
}

const DEFAULT_PAGE = 50

/** A cursor is the place in the list. */
export function connection<T>(items: readonly T[], { first, after }: Page) {
  const start = after ? Number(Buffer.from(after, 'base64url').toString()) + 1 || 0 : 0
  const nodes = items.slice(start, start + (first ?? DEFAULT_PAGE))
  const cursor = (index: number) => Buffer.from(String(index)).toString('base64url')
  return {
    nodes,
    edges: nodes.map((node, i) => ({ cursor: cursor(start + i), node })),
    pageInfo: {
      startCursor: nodes.length > 0 ? cursor(start) : null,
      endCursor: nodes.length > 0 ? cursor(start + nodes.length - 1) : null,
      hasNextPage: start + nodes.length < items.length,
      hasPreviousPage: start > 0,
    },
  }
}

export function viewProducts(world: ShopifyWorld, shop: Shop, rows: readonly ProductRow[]) {
  let reading: Promise<ReadonlyMap<number, FileRow>> | undefined
  // Most writes ask for no more than an id.
  const files = () => (reading ??= readFiles(world, rows))
  return rows.map((row) => viewProduct(world, shop, row, files))
}

async function readFiles(world: ShopifyWorld, rows: readonly ProductRow[]): Promise<ReadonlyMap<number, FileRow>> {
  const ids = [...new Set(rows.flatMap(({ body }) => body.file_ids))]
  const files = ids.length === 0 ? [] : await world.db.selectFrom('files').selectAll().where('id', 'in', ids).execute()
  return new Map(files.map((file) => [file.id, file]))
}

export const isPublished = ({ status, body }: ProductRow) =>
  status === 'ACTIVE' && body.publications.includes(ONLINE_STORE.id)

function viewProduct(
  world: ShopifyWorld,
  shop: Shop,
  row: ProductRow,
  files: () => Promise<ReadonlyMap<number, FileRow>>,
) {
  const { id, body, key } = row
  const media = async (ids: readonly number[]) => {
    const known = await files()
    return ids.flatMap((one) => {
      const file = known.get(one)
      return file ? [viewFile(world, shop, file)] : []
    })
  }
  return {
    __typename: 'Product',
    id: gid('Product', id),
    title: body.title,
    handle: row.handle,
    descriptionHtml: body.description,
    vendor: body.vendor,
    productType: body.product_type,
    tags: body.tags,
    status: row.status,
    seo: body.seo,
    createdAt: isoSecond(row.created_at),
    updatedAt: isoSecond(row.updated_at),
    onlineStoreUrl: isPublished(row) ? `${shopUrl(world, shop)}/products/${row.handle}` : null,
    hasOnlyDefaultVariant: isDefaultOnly(body),
    options: body.options.map((option, i) => ({
      id: gid('ProductOption', option.id),
      name: option.name,
      position: i + 1,
      values: option.values,
      optionValues: option.values.map((name, n) => ({
        id: gid('ProductOptionValue', option.id * 1000 + n),
        name,
        hasVariants: body.variants.some(({ option_values }) => option_values[i] === name),
      })),
    })),
    metafield: ({ key: wanted, namespace }: { key: string; namespace?: string | null }) =>
      key !== null && wanted === shop.definition && isAppNamespace(namespace)
        ? { id: gid('Metafield', id), namespace: 'app--1', key: wanted, type: 'id', value: key }
        : null,
    media: async (page: Page) => connection(await media(body.file_ids), page),
    variants: (page: Page) =>
      connection(
        body.variants.map((variant, i) => viewVariant(row, variant, i, media)),
        page,
      ),
    publishedOnPublication: ({ publicationId }: { publicationId: string }) => body.publications.includes(publicationId),
  }
}

/** An app's own namespace is meant when none is named. */
export const isAppNamespace = (namespace: string | null | undefined) => !namespace || namespace === '$app'

export const isoSecond = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')

function viewVariant(
  row: ProductRow,
  variant: VariantRow,
  index: number,
  media: (ids: number[]) => Promise<unknown[]>,
) {
  const number = variantNumber(row.id, variant.no)
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', number),
    title: variant.option_values.join(' / '),
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compare_at_price,
    position: index + 1,
    inventoryPolicy: variant.policy,
    inventoryQuantity: variant.quantity,
    updatedAt: isoSecond(row.updated_at),
    selectedOptions: variant.option_values.map((value, i) => ({ name: row.body.options[i]?.name ?? '', value })),
    media: async (page: Page) => connection(variant.file_id === null ? [] : await media([variant.file_id]), page),
    inventoryItem: {
      __typename: 'InventoryItem',
      id: gid('InventoryItem', number),
      sku: variant.sku,
      tracked: variant.tracked,
      measurement: { id: gid('InventoryItemMeasurement', number), weight: variant.weight },
      inventoryLevel: ({ locationId }: { locationId: string }) =>
        locationId === LOCATION.id
          ? {
              id: `${gid('InventoryLevel', number)}?inventory_item_id=${number}`,
              isActive: true,
              quantities: ({ names }: { names: string[] }) =>
                names
                  .filter((name) => name === 'available' || name === 'on_hand')
                  .map((name) => ({
                    id: `${gid('InventoryQuantity', number)}?name=${name}`,
                    name,
                    quantity: variant.quantity,
                  })),
            }
          : null,
    },
  }
}

const viewFile = (world: ShopifyWorld, shop: Shop, { id, alt, status, name }: FileRow) => ({
  __typename: 'MediaImage',
  id: gid('MediaImage', id),
  alt,
  status,
  mediaContentType: 'IMAGE',
  mediaErrors:
    status === 'FAILED' ? [{ code: 'IMAGE_DOWNLOAD_FAILURE', details: null, message: 'Failed to download image' }] : [],
  image:
    status === 'READY'
      ? {
          id: gid('ImageSource', id),
          url: `${shopUrl(world, shop)}/cdn/files/${encodeURIComponent(name)}?v=${id}`,
          altText: alt,
        }
      : null,
})
