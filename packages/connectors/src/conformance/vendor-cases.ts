import { expect, test } from 'vitest'
import type { VendorDefinition } from '../vendor.ts'
import { accountCases } from './account-cases.ts'
import { faultCases, type Probe } from './fault-cases.ts'
import type { VendorSubject } from './vendor-subject.ts'

/**
 * What every vendor passes, whatever it is for: who it is, how an account is connected, and what goes wrong outside.
 * `probe` makes one read; absent where a vendor cannot be asked at all.
 */
export function vendorCases(
  definition: VendorDefinition,
  subject: () => Promise<VendorSubject>,
  probe?: () => Promise<Probe>,
): void {
  test('it tells who it is, and is set up by the environment alone', () => {
    expect(definition.name).not.toBe('')
    expect(definition.limits.per_second).toBeGreaterThan(0)
    const { app, start } = definition.setup({})
    expect(Object.values(app).every((value) => typeof value === 'string')).toBe(true)
    expect(start).toBeUndefined()
  })
  accountCases(definition, subject)
  if (probe) faultCases(definition, probe)
}
