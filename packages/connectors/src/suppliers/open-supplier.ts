import type { z } from 'zod'
import { type BoundGroup, type Opening, type OpenVendor, openVendor } from '../open-vendor.ts'
import type { SupplierPushes } from './push.ts'
import type { SupplierDefinition } from './supplier.ts'

/** A supplier bound to one account. A capability that the supplier does not offer is an absent key. */
export interface Supplier extends Pick<OpenVendor, 'keepAlive'> {
  definition: SupplierDefinition
  catalog?: BoundGroup<NonNullable<SupplierDefinition['catalog']>>
  logistics?: BoundGroup<NonNullable<SupplierDefinition['logistics']>>
  orders?: BoundGroup<NonNullable<SupplierDefinition['orders']>>
  subscription?: BoundGroup<NonNullable<SupplierPushes<never, never>['subscription']>>
}

export function openSupplier<A extends z.ZodType, C extends z.ZodType>(
  definition: SupplierDefinition<A, C>,
  opening: Opening<z.output<A>, z.output<C>>,
): Supplier {
  const { bind, keepAlive } = openVendor(definition, opening)
  const supplier = {
    definition,
    keepAlive,
    ...(definition.catalog && { catalog: bind(definition.catalog) }),
    ...(definition.logistics && { logistics: bind(definition.logistics) }),
    ...(definition.orders && { orders: bind(definition.orders) }),
    ...(definition.pushes?.subscription && { subscription: bind(definition.pushes.subscription) }),
  }
  return supplier as unknown as Supplier // its own types are no longer needed outside
}
