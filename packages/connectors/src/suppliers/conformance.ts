/**
 * The suite that every supplier passes: `conformance(definition, setup)` in a test file. What a supplier does not offer
 * is
 * not asked for; what the other side cannot do (faults, books, odd products) is left out of `setup`'s answer.
 */
import { describe, expect, test } from 'vitest'
import { accountCases } from './conformance/account-cases.ts'
import { captureCases } from './conformance/capture-cases.ts'
import { catalogueCases } from './conformance/catalogue-cases.ts'
import { faultCases } from './conformance/fault-cases.ts'
import { oddCases } from './conformance/odd-cases.ts'
import type { Subject } from './conformance/subject.ts'
import type { SupplierDefinition } from './supplier.ts'

export function conformance(definition: SupplierDefinition, setup: () => Promise<Subject>): void {
  let ready: Promise<Subject> | undefined
  const subject = () => (ready ??= setup())
  describe(definition.id, () => {
    test('it tells who it is and what may be asked of it', () => {
      expect(definition.name).not.toBe('')
      expect(definition.limits.per_second).toBeGreaterThan(0)
      expect(definition.productIdOf('https://nobody.example/')).toBeNull()
      expect(definition.productIdOf('not an address')).toBeNull()
      expect(definition.via === 'ext' ? definition.readCapture : definition.catalog).toBeDefined()
    })
    accountCases(definition, subject)
    if (definition.readCapture) captureCases(definition, subject)
    if (!definition.catalog) return
    catalogueCases(definition, subject)
    oddCases(definition, subject)
    faultCases(definition, subject)
  })
}
