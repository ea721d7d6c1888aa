import type { In, Out } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { asSource, SOURCES } from '@omni/domain/catalog/sources.ts'
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { confidenceOf, isCertain } from '@omni/domain/mapping/confidence.ts'
import { matchVariants, type SourceVariant } from '@omni/domain/mapping/match-variants.ts'
import { type Evidence, USUAL_MARKUP, weigh } from '@omni/domain/mapping/suggest.ts'
import { convert, type Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { isRefusal, refuse } from '../../platform/refuse.ts'
import { candidatesByTitle } from '../catalog/candidates-by-title.ts'
import { readRates } from '../rates/read-rates.ts'
import { catalogIndex } from '../catalog/search/catalog-index.ts'
import { nearest, rankProducts } from '../image-search/nearest.ts'
import { fetchPicture, readPicture } from '../image-search/read-picture.ts'
import { readListing } from '../listings/advance.ts'
import { remoteOf } from '../listings/listing-row.ts'
import { readStores } from '../stores/store-row.ts'

/** Looked at of each kind; the better ones of all of them are shown. */
const BY_TITLE = 30
const BY_PICTURE = 20
const SHOWN = 5
const SHORTEST_NUMBER = 6
const MOST_NUMBERS = 50

type Suggestion = Out<typeof mappingCalls.listSuggestions>['items'][number]

interface Row {
  id: number
  source: string
  source_product_id: string
  good_id: number | null
  name: string
  image: string | null
  store_name: string | null
  price_min: number
  price_max: number
  variants: SourceVariant[]
}

/** Supplier products that a store product may be: by its numbers, its title and its picture. */
export async function listSuggestions(
  ctx: Ctx,
  { id }: In<typeof mappingCalls.listSuggestions>,
): Promise<Out<typeof mappingCalls.listSuggestions>> {
  const { remote, currency, rates, markup } = await ctx.db.read(async (tx) => {
    const row = await readListing(tx, { workplace_id: ctx.workplace_id, listing_id: id })
    const found = row && remoteOf(row)
    if (!row || !found) refuse('not_found')
    const [store] = await readStores(tx, ctx.workplace_id, row.store_id)
    return {
      remote: found,
      currency: store?.currency ?? 'USD',
      rates: await readRates(tx),
      markup: await usualMarkup(tx, ctx.workplace_id),
    }
  })
  const vector = await vectorOf(ctx, remote)
  const near = vector ? await nearest(ctx.as({}), ctx.config.DATABASE_URL, vector, { count: BY_PICTURE }) : []
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const ids = new Set([
      ...(await byNumbers(tx, remote)),
      ...(await candidatesByTitle(tx, index, remote.title, BY_TITLE)),
      ...near.map((one) => one.id),
    ])
    const looks = new Map(near.map((one) => [one.id, one.similarity]))
    const unseen = [...ids].filter((one) => !looks.has(one))
    if (vector)
      for (const one of await rankProducts(tx, vector, unseen, { count: unseen.length }))
        looks.set(one.id, one.similarity)
    const rarity = (word: string) => Math.log(1 + index.docs / Math.max(1, index.lexicon.docs(word)))
    const store = { title: remote.title, price: usualPrice(remote, currency, rates), variants: remote.variants.length }
    const rows = await readCandidates(tx, [...ids])
    const judged = rows
      .map((row) => {
        const { matched, has_sku } = compareVariants(remote, row)
        const picture = looks.get(row.id) ?? null
        const candidate = { name: row.name, price: row.price_min, has_sku, matched, picture }
        return { row, matched, evidence: weigh(store, candidate, markup, rarity) }
      })
      .toSorted((a, b) => b.evidence.score - a.evidence.score || a.row.id - b.row.id)
    return answer(judged, remote.variants.length)
  })
}

interface Judged {
  row: Row
  matched: number
  evidence: Evidence
}

/** Offers of one good stand behind each other: the runner-up that counts is another good. */
function answer(judged: readonly Judged[], variants: number): Out<typeof mappingCalls.listSuggestions> {
  const [best] = judged
  const rival = judged.find(
    ({ row }) => best && (row.good_id === null || row.good_id !== best.row.good_id) && row !== best.row,
  )
  const shown = judged.flatMap(({ row, matched, evidence }): Suggestion[] => {
    const { score, reasons } = evidence
    const confidence = confidenceOf(score)
    if (confidence === null) return []
    const { source, source_product_id, name, image, store_name, price_min, price_max } = row
    return [
      {
        source: asSource(source),
        source_product_id,
        name,
        image,
        store_name: store_name ?? '',
        price_min,
        price_max,
        variants: row.variants.length,
        matched,
        reasons,
        confidence,
      },
    ]
  })
  const certain = best !== undefined && isCertain(best.evidence.score, rival?.evidence.score, best.matched === variants)
  return { items: shown.slice(0, SHOWN), certain }
}

/** What the seller takes for what costs 1, in the middle of their products. */
async function usualMarkup(tx: Tx, workplace_id: string): Promise<number> {
  const { rows } = await sql<{ markup: number | null }>`
    select percentile_cont(0.5) within group (order by price_min::float / cost_min) as markup from (
      select price_min, cost_min from products where workplace_id = ${workplace_id} and deleted_at is null
        and cost_min > 0 and price_min > 0 and currency = 'USD' order by product_id desc limit 500) p`.execute(tx)
  return rows[0]?.markup ?? USUAL_MARKUP
}

function usualPrice({ variants }: RemoteListing, currency: string, rates: Rates): number | null {
  const price = variants.map((variant) => variant.price).toSorted((a, b) => a - b)[Math.floor(variants.length / 2)]
  const converted = price === undefined ? null : convert(price, currency, 'USD', rates)
  return converted?.ok ? converted.value : null
}

/** A picture that cannot be looked at is left out of the judgement. */
async function vectorOf(ctx: Ctx, { pictures }: RemoteListing): Promise<Int8Array | null> {
  const [first] = pictures
  if (!first?.url) return null
  try {
    return (await readPicture(ctx, await fetchPicture(ctx, first.url), 'image_url')).vector
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** Other tools write the supplier's product number into a SKU. */
async function byNumbers(tx: Tx, { variants }: RemoteListing): Promise<number[]> {
  const words = [
    ...new Set(
      variants.flatMap(({ sku }) => [sku, ...sku.split(/[^\w]+/)]).filter(({ length }) => length >= SHORTEST_NUMBER),
    ),
  ].slice(0, MOST_NUMBERS)
  if (words.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from catalog_products where source = any(${[...SOURCES]}::text[])
      and source_product_id = any(${words}::text[]) and gone_at is null
    union select v.product_id from catalog_variants v where v.sku_id = any(${words}::text[]) limit 20`.execute(tx)
  return rows.map(({ id }) => id)
}

async function readCandidates(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.source, p.source_product_id, p.good_id, p.name, p.images[1] as image, s.store_name, p.price_min,
      p.price_max, coalesce((select json_agg(json_build_object('sku_id', v.sku_id, 'values', v.sku_property, 'price', v.price)
        order by v.position) from catalog_variants v where v.product_id = p.id), '[]') as variants
    from catalog_products p left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
    where p.id = any(${[...ids]}::bigint[]) and p.gone_at is null`.execute(tx)
  return rows
}

function compareVariants({ variants }: RemoteListing, row: Row): { matched: number; has_sku: boolean } {
  const own = variants.map(({ remote_variant_id, option_values }) => ({ id: remote_variant_id, option_values }))
  const numbers = new Set([row.source_product_id, ...row.variants.map(({ sku_id }) => sku_id).filter(Boolean)])
  const has_sku = variants.some(({ sku }) => [sku, ...sku.split(/[^\w]+/)].some((word) => numbers.has(word)))
  return { matched: matchVariants(own, row.variants).size, has_sku }
}
