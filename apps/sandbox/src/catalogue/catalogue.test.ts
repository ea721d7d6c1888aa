import { expect, test } from 'vitest'
import { dayOf, historyOf, ordersBy } from './days.ts'
import { KINDS } from './kinds.ts'
import { makeWorld } from './make-world.ts'
import { reviewsBy, reviewsOf } from './reviews.ts'
import { searchOffers } from './search-offers.ts'
import { SOURCES } from './shapes.ts'
import { carriagesOf, destinationsOf, shipsTo } from './shipping.ts'
import { quantityOf, variantsOf } from './variants.ts'
import { placeOf, vendorId } from './vendor-ids.ts'
import { writeDescription } from './write-description.ts'

const world = makeWorld()
const all = SOURCES.flatMap((source) => world.offers[source])
const today = dayOf(new Date('2026-11-15'))

test('the same size and seed give the same world, another seed another', () => {
  const again = makeWorld()
  for (const source of SOURCES)
    expect(again.offers[source].map(({ id, title, price }) => [id, title, price])).toEqual(
      world.offers[source].map(({ id, title, price }) => [id, title, price]),
    )
  expect(makeWorld({ products: 300, seed: 'other' }).offers.cj[0]?.title).not.toBe(
    makeWorld({ products: 300 }).offers.cj[0]?.title,
  )
})

test('5,200 products in the agreed shares over at least 44 categories', () => {
  expect(Object.fromEntries(SOURCES.map((source) => [source, world.offers[source].length]))).toEqual({
    aliexpress: 1900,
    cj: 1000,
    ebay: 800,
    amazon: 500,
    zopi: 400,
    temu: 400,
    alibaba: 200,
  })
  expect(new Set(all.map(({ good }) => good.kind.category)).size).toBeGreaterThanOrEqual(44)
  expect(SOURCES.reduce((sum, source) => sum + makeWorld({ products: 777 }).offers[source].length, 0)).toBe(777)
})

test('at least 350 different things to see and 800 words to search for', () => {
  expect(new Set(KINDS.map(({ emoji }) => emoji)).size).toBeGreaterThanOrEqual(350)
  const words = new Set(all.flatMap(({ title }) => title.toLowerCase().match(/[a-z]{3,}/g) ?? []))
  expect(words.size).toBeGreaterThanOrEqual(800)
})

test('what a good is shown as and made of fits it', () => {
  // People and hands stand for no thing.
  expect(KINDS.filter(({ emoji }) => /\p{Emoji_Modifier_Base}/u.test(emoji)).map(({ names }) => names[0])).toEqual([])
  const materialsOf = (root: string) =>
    new Set(KINDS.filter(({ category }) => category.path[0] === root).flatMap(({ materials }) => materials))
  expect([...materialsOf('Shoes'), ...materialsOf('Kitchen & Dining')]).not.toContain('Polyester')
  expect([...materialsOf('Shoes')].filter((name) => /steel|glass|ceramic|wood/i.test(name))).toEqual([])
  const misfits = world.goods.filter(({ kind, material, options }) => {
    const offered = options.find(({ name }) => name === 'Material')?.values.map(({ value }) => value) ?? []
    return ![material, ...offered].every((one) => kind.materials.includes(one))
  })
  expect(misfits).toEqual([])
})

test('the same good is sold by several, at other prices, in other words, with its name in every title', () => {
  const byGood = Map.groupBy(
    all.filter(({ oddity }) => oddity === null),
    ({ good }) => good.number,
  )
  const shared = [...byGood.values()].filter((offers) => offers.length > 1)
  expect(shared.length).toBeGreaterThan(800)
  expect(shared.filter((offers) => new Set(offers.map(({ source }) => source)).size > 1).length).toBeGreaterThan(700)
  const unnamed = shared.flat().filter(({ title, good }) => !title.toLowerCase().includes(good.kind.names[0] ?? '?'))
  expect(unnamed.map(({ title }) => title)).toEqual([])
  const different = shared.filter((offers) => new Set(offers.map(({ price }) => price)).size > 1)
  expect(different.length).toBeGreaterThan(shared.length * 0.95)
})

test('ids are unique, look as the vendor has them, and name variants both ways', () => {
  expect(new Set(all.map(({ source, id }) => source + id)).size).toBe(all.length)
  const shapes = {
    aliexpress: /^100500\d{10}$/,
    cj: /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/,
    ebay: /^\d{12}$/,
    amazon: /^B0[0-9A-Z]{8}$/,
    zopi: /^ZP-\d+$/,
    temu: /^6010995\d{8}$/,
    alibaba: /^1600\d{9}$/,
  }
  expect(all.filter(({ source, id }) => !shapes[source].test(id))).toEqual([])
  for (const source of ['cj', 'amazon'] as const) {
    for (const index of [0, 7, 999])
      for (const variant of [-1, 0, 2047])
        expect(placeOf(source, vendorId(source, index, variant))).toEqual({ index, variant })
    expect(placeOf(source, 'B0-NOT-ONE')).toBeNull()
  }
})

test('every source has its oddities', () => {
  for (const source of SOURCES) {
    const odd = Map.groupBy(world.offers[source], ({ oddity }) => oddity)
    expect(odd.get('no_pictures')?.[0]?.pictures).toBe(0)
    const wide = odd.get('wide_price')?.[0]
    const prices = wide ? variantsOf(wide, today).map(({ price }) => price) : []
    expect(Math.max(...prices) / Math.min(...prices)).toBeGreaterThan(1.5)
    expect(odd.get('chinese_title')?.[0]?.title).toMatch(/\p{Script=Han}/u)
    expect(odd.get('arabic_title')?.[0]?.title).toMatch(/\p{Script=Arabic}/u)
    const many = odd.get('many_variants')?.[0]
    if (source !== 'temu' && source !== 'alibaba') expect(many && variantsOf(many, today).length).toBe(2048)
  }
})

test('prices, variants and stock stay in their bounds', () => {
  const variants = all.filter(({ oddity }) => oddity !== 'many_variants').map((offer) => variantsOf(offer, today))
  const counts = variants.map(({ length }) => length)
  expect(counts.filter((count) => count === 1).length).toBeGreaterThan(100)
  expect(counts.filter((count) => count <= 24).length / counts.length).toBeGreaterThan(0.9)
  expect(variants.flat().filter(({ price }) => price < 60 || price > 18_000)).toEqual([])
  const empty = variants.flat().filter((one) => quantityOf(one) === 0).length / variants.flat().length
  expect(empty).toBeGreaterThan(0.02)
  expect(empty).toBeLessThan(0.2)
})

test('orders follow a power law and never fall; prices and stock move a little from day to day', () => {
  const totals = all.map((offer) => ordersBy(offer, today)).toSorted((a, b) => a - b)
  expect([totals[0], (totals.at(-1) ?? 0) > 20_000, (totals[totals.length >> 1] ?? 0) < 2000]).toEqual([0, true, true])
  for (const offer of all.slice(0, 100)) {
    const history = historyOf(offer, today)
    expect([history.length, history.every(({ orders }) => orders >= 0)]).toEqual([180, true])
  }
  const changed =
    all.filter((offer) => variantsOf(offer, today)[0]?.price !== variantsOf(offer, today + 7)[0]?.price).length /
    all.length
  expect(changed).toBeGreaterThan(0.2)
  expect(changed).toBeLessThan(0.95)
})

test('shipping: about 18 % free to the US, not everything everywhere, near is quicker than far', () => {
  const reach = all.filter((offer) => shipsTo(offer, 'US'))
  const free =
    reach.filter((offer) => carriagesOf(offer, { to: 'US' }).some(({ cost }) => cost === 0)).length / all.length
  expect(free).toBeGreaterThan(0.14)
  expect(free).toBeLessThan(0.22)
  expect(all.some((offer) => destinationsOf(offer).length < 50)).toBe(true)
  const two = world.offers.aliexpress.find(({ ship_from }) => ship_from.includes('CN') && ship_from.includes('US'))
  const days = (from: string) => {
    const services = two ? carriagesOf(two, { to: 'US', from }) : []
    return services.find(({ code }) => code === 'CAINIAO_STANDARD')?.max_days ?? 0
  }
  expect(days('US')).toBeLessThan(days('CN'))
  expect(two && carriagesOf(two, { to: 'XX' })).toEqual([])
})

test('reviews stay as written, and later ones come on top', () => {
  const offer = world.offers.aliexpress.toSorted((a, b) => b.pace - a.pace)[0]
  if (!offer) throw new Error('no offer')
  const newest = reviewsOf(offer, today, 0, 1)[0]
  const later = reviewsBy(offer, today + 10) - reviewsBy(offer, today)
  expect(later).toBeGreaterThan(0)
  expect(reviewsOf(offer, today + 10, later, 1)[0]).toEqual(newest)
  expect(newest?.at.getTime()).toBeLessThan((today + 1) * 86_400_000)
})

test('some descriptions are dirty, as sellers paste them', () => {
  const texts = world.offers.aliexpress.map((offer) => writeDescription(offer, []))
  for (const dirt of ['<script', '<iframe', 'onerror=', 'javascript:', 'style="font-family'])
    expect(texts.some((text) => text.includes(dirt))).toBe(true)
  expect(texts.filter((text) => text.includes('<script')).length).toBeLessThan(texts.length / 2)
})

test('words find what they name', () => {
  const found = searchOffers(world.offers.aliexpress, { text: 'hiking backpack' })
  expect(found[0]?.title.toLowerCase()).toContain('hiking backpack')
  expect(searchOffers(world.offers.aliexpress, { text: 'zzzz' })).toEqual([])
  expect(searchOffers(world.offers.aliexpress, {})).toHaveLength(1900)
})
