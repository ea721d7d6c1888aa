/**
 * The suite that every supplier passes: `conformance(definition, setup)` in a test file. What a supplier does not offer
 * is
 * not asked for; what the other side cannot do (faults, books, odd products) is left out of `setup`'s answer.
 */
import { describe, expect, test } from 'vitest'
import { vendorCases } from '../conformance/vendor-cases.ts'
import { accountOrderCases } from './conformance/account-order-cases.ts'
import { addressCases } from './conformance/address-cases.ts'
import { captureCases } from './conformance/capture-cases.ts'
import { corpusCases } from './conformance/corpus-cases.ts'
import { catalogueCases } from './conformance/catalogue-cases.ts'
import { oddCases } from './conformance/odd-cases.ts'
import { orderCases } from './conformance/order-cases.ts'
import { open, type Subject } from './conformance/subject.ts'
import { inMemoryPace } from '../pace.ts'
import type { SupplierDefinition } from './supplier.ts'

export function conformance(definition: SupplierDefinition, setup: () => Promise<Subject>): void {
  let ready: Promise<Subject> | undefined
  const subject = () => (ready ??= setup())
  const probe = async () => {
    const { known, outside, ...rest } = await subject()
    // Limits of their own: what one case is told about them must not stop the next.
    const limits = inMemoryPace(definition.id, definition.limits)
    const { catalog, store } = open(definition, { ...rest, known, limits })
    const read = async () => {
      const page = await catalog?.search({ text: known.text, page_size: 2, ship_to: 'US' })
      return { found: page?.items.length ?? 0 }
    }
    return { outside, read, store }
  }
  describe(definition.id, () => {
    test('it knows its own addresses, and can be asked or captured', () => {
      expect(definition.productIdOf('https://nobody.example/')).toBeNull()
      expect(definition.productIdOf('not an address')).toBeNull()
      expect(definition.via === 'ext' ? definition.readCapture : definition.catalog).toBeDefined()
    })
    vendorCases(definition, subject, definition.catalog && probe)
    if (definition.readCapture) captureCases(definition, subject)
    if (!definition.catalog) return
    catalogueCases(definition, subject)
    oddCases(definition, subject)
    if (definition.orders) accountOrderCases(definition, subject)
    if (definition.orders) orderCases(definition, subject, (buying) => corpusCases(definition.id, buying))
    if (definition.orders) addressCases(definition, subject)
  })
}
