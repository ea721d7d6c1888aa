import { expect, test } from 'vitest'
import { productProblems, quoteProblems, reviewProblems } from './check-product.ts'
import { CASE_MS } from '../../conformance/vendor-subject.ts'
import type { Subject } from './subject.ts'
import type { SupplierDefinition } from '../supplier.ts'

const NO_PAGES = 'nobody brought pages'

/** Suppliers that are read in a person's own browser. */
export function captureCases(definition: SupplierDefinition, subject: () => Promise<Subject>): void {
  const read = definition.readCapture
  if (!read) return

  test(
    'pages as the site serves them are read, and keep every promise',
    async ({ skip }) => {
      const { captures } = await subject()
      if (!captures) return skip(NO_PAGES)
      expect(captures.length).toBeGreaterThan(0)
      for (const capture of captures) {
        const { product, reviews, quotes } = read(capture)
        expect(productProblems(product), capture.url).toEqual([])
        expect([...reviews.flatMap(reviewProblems), ...quotes.flatMap(quoteProblems)], capture.url).toEqual([])
        expect(definition.productIdOf(capture.url)).toBe(product.source_product_id)
      }
    },
    CASE_MS,
  )

  test('what is no product page is invalid, not a crash', async ({ skip }) => {
    const { captures } = await subject()
    if (!captures) return skip(NO_PAGES)
    const [{ url = '' } = {}] = captures
    for (const data of [
      null,
      undefined,
      0,
      '',
      'text',
      [],
      {},
      { store: null },
      { globalData: [] },
      { goods: { goodsName: {} } },
    ]) {
      expect(() => read({ url, captured_at: new Date(0), data }), JSON.stringify(data)).toThrow(
        expect.objectContaining({ name: 'VendorError', kind: 'invalid' }),
      )
    }
  })

  test('the data of another page is refused', async ({ skip }) => {
    const { captures } = await subject()
    if (!captures) return skip(NO_PAGES)
    const [first, second] = captures
    if (!first || !second) return expect.fail('two captures are needed')
    expect(() => read({ ...first, data: second.data })).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
}
