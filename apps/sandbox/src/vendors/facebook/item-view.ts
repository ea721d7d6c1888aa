/** Items as the Graph API shows them: other names than those of a feed. */
import { z } from 'zod'
import type { Catalog, FacebookWorld, ItemData, ItemRow } from './tables.ts'

const Rule = z.union([
  z.strictObject({ eq: z.string() }).transform(({ eq }) => [eq]),
  z.strictObject({ is_any: z.array(z.string()).max(1000) }).transform(({ is_any }) => is_any),
])
const Filter = z.strictObject({ retailer_id: Rule.optional(), retailer_product_group_id: Rule.optional() })

export function readFilter(json: string): z.output<typeof Filter> | null {
  try {
    return Filter.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** "19.99 USD" -> $19.99 and USD. */
function money(value: unknown): { shown: string; currency: string } | null {
  const [, amount, currency] = /^([\d.]+) ([A-Z]{3})$/.exec(text(value)) ?? []
  if (amount === undefined || currency === undefined) return null
  return { shown: new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount)), currency }
}

const asGrams = (value: unknown) => /^([\d.]+) ?(kg|g|lb|oz)$/.exec(text(value))

function shown({ no, retailer_id, group_id, data, image_status }: ItemRow): Record<string, unknown> {
  const price = money(data['price'])
  const weight = asGrams(data['shipping_weight'])
  const others = (data['additional_variant_attribute'] ?? {}) as Record<string, string> // as a batch gave it
  const kept: ItemData = { ...data }
  return {
    ...kept,
    id: String(no),
    retailer_id,
    ...(group_id !== '' && { retailer_product_group_id: group_id }),
    name: data['title'],
    url: data['link'],
    image_url: data['image_link'],
    additional_image_urls: data['additional_image_link'],
    image_fetch_status: image_status,
    manufacturer_part_number: data['mpn'],
    currency: price?.currency,
    price: price?.shown,
    sale_price: money(data['sale_price'])?.shown,
    visibility: data['visibility'] ?? 'published',
    ...(weight && { shipping_weight_value: Number(weight[1]), shipping_weight_unit: weight[2] }),
    additional_variant_attributes: Object.entries(others).map(([key, value]) => ({ key, value })),
    review_status: '',
  }
}

export async function readItems(
  world: FacebookWorld,
  { id: catalog }: Catalog,
  filter: z.output<typeof Filter>,
  { limit, after, fields }: { limit: number; after: string; fields: readonly string[] },
) {
  const from = Number(Buffer.from(after, 'base64url').toString()) || 0
  let query = world.db.selectFrom('items').selectAll().where('catalog', '=', catalog).where('no', '>', from)
  const { retailer_id: ids, retailer_product_group_id: groups } = filter
  const plain = (values: readonly string[]) => ['', ...values.map((value) => value.replaceAll('\0', ''))]
  if (ids) query = query.where('retailer_id', 'in', plain(ids))
  if (groups) query = query.where('group_id', 'in', plain(groups)).where('group_id', '<>', '')
  const rows = await query
    .orderBy('no')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const data = page.map((row) => {
    const whole = shown(row)
    const wanted = ['id', ...fields].filter((field) => whole[field] !== undefined && whole[field] !== '')
    return Object.fromEntries(wanted.map((field) => [field, whole[field]]))
  })
  if (page.length === 0) return { data }
  const last = Buffer.from(String(page.at(-1)?.no ?? 0)).toString('base64url')
  const cursors = { before: Buffer.from(String(page[0]?.no ?? 0)).toString('base64url'), after: last }
  const next =
    rows.length > limit ? { next: `${world.config.public_url}/facebook/v25.0/${catalog}/products?after=${last}` } : {}
  return { data, paging: { cursors, ...next } }
}
