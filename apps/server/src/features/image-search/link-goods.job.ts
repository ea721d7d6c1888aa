import { regroup } from '@omni/domain/catalog/good-groups.ts'
import { namingWords, sameGood } from '@omni/domain/catalog/same-good.ts'
import { cosine } from '@omni/domain/image-search/vectors.ts'
import { sql } from 'kysely'
import { timeNow } from '../../platform/clock.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { type CatalogIndex, catalogIndex } from '../catalog/search/catalog-index.ts'
import { type Offer, priceLevels, readOffers } from './good-facts.ts'
import { linkGoods } from './jobs.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { pictureIndex } from './picture-index.ts'
import { isVector } from './store-vector.ts'

const SLICE_MS = 30_000
const PICK = 25
const BY_PICTURE = 30
/** By sketch before the exact order is known. */
const SKETCHED = 90
const BY_WORDS = 30
const TELLING_WORDS = 2
/** Two that are described in the same moment must both be in the index before either is compared. */
const SETTLED = sql.raw(`interval '10 seconds'`)

/**
 * How far this process has come. Lost with it, and then everything is compared once more, which changes nothing: an
 * offer that is
 * new, newly described or looked at again is compared with what is near it, and the smaller step finds the larger one's
 * work done.
 */
const reached = new Map<string, { at: string; id: number }>()

export const linkGoodsJob = work(linkGoods, async (ctx) => {
  const key = ctx.config.DATABASE_URL
  const until = performance.now() + SLICE_MS
  let left = false
  await oneAtATime(ctx, 'link goods', async () => {
    const levels = await ctx.db.read(priceLevels)
    for (left = true; left && performance.now() < until;) {
      const due = await ctx.db.read((tx) => dueForLinking(tx, reached.get(key) ?? { at: '-infinity', id: 0 }))
      const last = due.at(-1)
      left = last !== undefined
      if (!last) return
      await linkSome(
        ctx,
        due.map(({ id }) => id),
        levels,
      )
      reached.set(key, last)
    }
  })
  if (left) await ctx.db.tx((tx) => enqueue(tx, linkGoods, {}, new Date(timeNow().getTime() + 100)))
})

/** A look that found nothing new counts too: what it compared with may have changed. */
async function dueForLinking(tx: Tx, after: { at: string; id: number }): Promise<{ at: string; id: number }[]> {
  const { rows } = await sql<{ at: string; id: number }>`
    select p.id, greatest(v.made_at, p.detail_at)::text as at from catalog_products p
      join catalog_vectors v on v.product_id = p.id
    where p.gone_at is null and ${isVector} and (greatest(v.made_at, p.detail_at),
      p.id) > (${after.at}::timestamptz, ${after.id}) and greatest(v.made_at, p.detail_at) < now() - ${SETTLED}
    order by greatest(v.made_at, p.detail_at), p.id limit ${PICK}`.execute(tx)
  return rows
}

async function linkSome(ctx: JobCtx, ids: readonly number[], levels: ReadonlyMap<string, number>): Promise<void> {
  const { sketches } = await pictureIndex(ctx.db, ctx.config.DATABASE_URL)
  await ctx.db.tx(async (tx) => {
    const words = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const rarity = (word: string) => Math.log(1 + words.docs / Math.max(1, words.lexicon.docs(word)))
    const own = await readOffers(tx, ids, levels)
    const near = new Map(
      [...own.values()].map((offer) => [offer.id, new Set(sketches.candidates(offer.vector, SKETCHED))]),
    )
    for (const { id, other } of await byWords(tx, [...own.values()], words)) near.get(id)?.add(other)
    for (const { id, other } of await byGood(tx, ids)) near.get(id)?.add(other)
    const others = await readOffers(tx, [...new Set([...near.values()].flatMap((set) => [...set]))], levels)
    for (const offer of own.values()) {
      const compared = [...(near.get(offer.id) ?? [])]
        .flatMap((id) => others.get(id) ?? [])
        .filter(({ id }) => id !== offer.id)
        .map((other) => ({ other, picture: cosine(offer.vector, other.vector) }))
        .sort((a, b) => b.picture - a.picture || a.other.id - b.other.id)
      const partners = compared
        .slice(0, BY_PICTURE + BY_WORDS)
        .filter(({ other, picture }) => sameGood(offer.facts, other.facts, picture, rarity))
        .map(({ other }) => other.id)
      if (partners.length > 0 || offer.good_id !== null) await write(tx, offer.id, partners)
    }
  })
}

/** Groups are read when they are written: the offer before may have changed them. */
async function write(tx: Tx, id: number, partners: readonly number[]): Promise<void> {
  const { rows: linked } = await sql<{ id: number; good_id: number | null }>`
    select id, good_id from catalog_products where id = any (${[id, ...partners]}::bigint[])
      or good_id in (select good_id from catalog_products where id = any (${[id, ...partners]}::bigint[]))`.execute(tx)
  const own = linked.find((one) => one.id === id)
  if (!own) return
  for (const { good_id, ids } of regroup(
    own,
    linked.filter((one) => partners.includes(one.id)),
    linked,
  )) {
    await sql`update catalog_products set good_id = ${good_id}
      where id = any (${ids}::bigint[]) and good_id is distinct from ${good_id}`.execute(tx)
  }
}

interface Pair {
  id: number
  other: number
}

/** Offers that share the rarest words of the title: the same good in quite another picture. */
async function byWords(tx: Tx, offers: readonly Offer[], words: CatalogIndex): Promise<Pair[]> {
  const looseOffers = offers.flatMap(({ id, facts }) => {
    const telling = namingWords(facts.name)
      .filter((word) => words.lexicon.docs(word) > 1)
      .sort((a, b) => words.lexicon.docs(a) - words.lexicon.docs(b))
      .slice(0, TELLING_WORDS)
    return telling.length < TELLING_WORDS ? [] : [{ id, tags: telling.map((word) => `w:${word}`) }]
  })
  const { rows } = await sql<Pair>`
    select a.id, s.product_id as other from jsonb_to_recordset(${JSON.stringify(looseOffers)}::jsonb) as a (id bigint,
      tags jsonb)
    cross join lateral (select product_id from catalog_search
      where tags @> array(select jsonb_array_elements_text(a.tags)) limit ${BY_WORDS}) s`.execute(tx)
  return rows
}

async function byGood(tx: Tx, ids: readonly number[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select p.id, o.id as other from catalog_products p join catalog_products o on o.good_id = p.good_id and o.id <> p.id
    where p.id = any (${[...ids]}::bigint[])`.execute(tx)
  return rows
}
