import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'

/** Suppliers are asked for the charges of one country (fetch-product.ts); those of others nobody knows. */
export const chargesTo = (ship_to: string, charges: number | null): number | null =>
  ship_to === DEFAULT_SHIP_TO ? charges : null
