import { expect, test } from 'vitest'
import type { SupplierDefinition } from '../supplier.ts'
import { productProblems, quoteProblems, reviewProblems, summaryProblems } from './check-product.ts'
import { CASE_MS, kindOf } from '../../conformance/vendor-subject.ts'
import { open, type Subject } from './subject.ts'

/** What a catalogue does when all is well. */
export function catalogueCases(definition: SupplierDefinition, subject: () => Promise<Subject>): void {
  const opened = async () => {
    const { catalog, logistics } = open(definition, await subject())
    if (!catalog) throw new Error('it has a catalogue')
    return { catalog, logistics, known: (await subject()).known }
  }
  const firstProduct = async () => {
    const { catalog, known } = await opened()
    const [row] = (await catalog.search({ text: known.text, page_size: 5, ship_to: 'US' })).items
    if (!row) throw new Error(`nothing is found for "${known.text}"`)
    return catalog.get({ product_id: row.source_product_id, ship_to: 'US' })
  }

  test(
    'search: rows are as promised, pages follow each other without repeating',
    async () => {
      const { catalog, known } = await opened()
      const first = await catalog.search({ text: known.text, page_size: 4, ship_to: 'US' })
      expect(first.items.length).toBeGreaterThan(0)
      expect(first.items.flatMap(summaryProblems)).toEqual([])
      if (first.next === null) return
      const second = await catalog.search({ text: known.text, page_size: 4, ship_to: 'US', cursor: first.next })
      const ids = [...first.items, ...second.items].map(({ source_product_id }) => source_product_id)
      expect(second.items.length).toBeGreaterThan(0)
      expect(new Set(ids).size).toBe(ids.length)
    },
    CASE_MS,
  )

  test(
    'search that finds nothing is an empty last page',
    async () => {
      const { catalog, known } = await opened()
      expect(await catalog.search({ text: known.nothing, page_size: 5, ship_to: 'US' })).toMatchObject({
        items: [],
        next: null,
      })
    },
    CASE_MS,
  )

  test(
    'a product found is a product that keeps every promise, and its link leads back to it',
    async () => {
      const product = await firstProduct()
      expect(productProblems(product)).toEqual([])
      const fromLink = definition.productIdOf(product.product_link)
      if (fromLink !== null)
        expect([product.source_product_id, ...product.variants.map(({ sku_id }) => sku_id)]).toContain(fromLink)
    },
    CASE_MS,
  )

  test(
    'a product that is not there is not_found',
    async ({ skip }) => {
      const { catalog, known } = await opened()
      if (known.missing_id === undefined) return skip('nobody named one that is not there')
      expect(await kindOf(catalog.get({ product_id: known.missing_id, ship_to: 'US' }))).toBe('not_found')
    },
    CASE_MS,
  )

  if (definition.logistics) {
    test(
      'quotes for a product: priced, timed, or refused as cannot_ship',
      async () => {
        const { logistics } = await opened()
        const product = await firstProduct()
        const asked = {
          product_id: product.source_product_id,
          sku_id: product.variants[0]?.sku_id ?? '',
          quantity: 1,
          country_code: 'US',
          ship_from: product.ship_from[0] ?? '',
        }
        const quotes = (await logistics?.quote(asked).catch((error: { kind: string }) => error.kind)) ?? []
        if (typeof quotes === 'string') return expect(quotes).toBe('cannot_ship')
        expect(quotes.length).toBeGreaterThan(0)
        expect(quotes.flatMap(quoteProblems)).toEqual([])
      },
      CASE_MS,
    )
  }
  if (definition.logistics?.stock) {
    test(
      'stock by variant and country, of variants that exist',
      async () => {
        const { logistics } = await opened()
        const product = await firstProduct()
        const stock = (await logistics?.stock?.({ product_id: product.source_product_id })) ?? []
        const skus = new Set(product.variants.map(({ sku_id }) => sku_id))
        expect(
          stock.filter(
            ({ sku_id, country_code, quantity }) =>
              !skus.has(sku_id) || !/^[A-Z]{2}$/.test(country_code) || quantity < 0,
          ),
        ).toEqual([])
        expect(stock.length).toBeGreaterThan(0)
      },
      CASE_MS,
    )
  }
  if (definition.catalog?.reviews) {
    test(
      'reviews are as promised',
      async () => {
        const { catalog, known } = await opened()
        const { items: rows } = await catalog.search({ text: known.text, page_size: 10, ship_to: 'US' })
        for (const { source_product_id } of rows) {
          const page = await catalog.reviews?.({ product_id: source_product_id, page_size: 5 })
          if (!page || page.items.length === 0) continue
          expect(page.items.flatMap(reviewProblems)).toEqual([])
          return
        }
        expect.fail(`none of the products found for "${known.text}" has a review`)
      },
      CASE_MS,
    )
  }
  if (definition.catalog?.categories) {
    test(
      'its categories are different ones, and a search within one finds what is in it',
      async () => {
        const { catalog, known } = await opened()
        const ids = ((await catalog.categories?.(null)) ?? []).map(({ category_id }) => category_id)
        expect(ids.length).toBeGreaterThan(1)
        expect(new Set(ids).size).toBe(ids.length)
        const [row] = (await catalog.search({ text: known.text, page_size: 5, ship_to: 'US' })).items
        const category_id = row?.category_id ?? ''
        expect(ids).toContain(category_id)
        const page = await catalog.search({ text: known.text, category_id, page_size: 50, ship_to: 'US' })
        expect(page.items.map(({ source_product_id }) => source_product_id)).toContain(row?.source_product_id)
        expect(page.items.every((item) => item.category_id === category_id)).toBe(true)
      },
      CASE_MS,
    )
  }
  if (definition.catalog?.bySeller) {
    test(
      "a seller's products are found by the seller",
      async () => {
        const { catalog } = await opened()
        const product = await firstProduct()
        const page = await catalog.bySeller?.({ seller_id: product.seller?.seller_id ?? '', page_size: 50 })
        expect(page?.items.map(({ source_product_id }) => source_product_id)).toContain(product.source_product_id)
      },
      CASE_MS,
    )
  }
  if (definition.catalog?.searchByImage) {
    test(
      'similar products are found by a picture',
      async ({ skip }) => {
        const { catalog, known } = await opened()
        if (!known.image) return skip('the set-up has no picture to search with')
        const page = await catalog.searchByImage?.({ image: known.image, ship_to: 'US', page_size: 5 })
        expect(page?.items.length).toBeGreaterThan(0)
        expect(page?.items.flatMap(summaryProblems)).toEqual([])
      },
      CASE_MS,
    )
  }
}
