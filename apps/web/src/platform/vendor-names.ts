import { VENDORS } from '@omni/domain/vendors/badges.ts'

export type VendorName = keyof typeof VENDORS
export const isVendorName = (name: string): name is VendorName => name in VENDORS

/** Proper names: the same in every language. */
export const VENDOR_NAMES = Object.fromEntries(Object.entries(VENDORS).map(([id, { name }]) => [id, name])) as Record<
  VendorName,
  string
> // its own keys
