/**
 * What an app must have been granted to see a field of a type; without it the field is null, and the reply has an error
 * beside the data. From our notes of live shops that were refused an order's customer, and the scopes' own names
 * (November 2026). The connector's documents are held against `requiredAccess` of the published schema instead.
 */
import { defaultFieldResolver, getNamedType, GraphQLError, type GraphQLFieldResolver } from 'graphql'

const NEEDS: Record<string, readonly string[]> = {
  Customer: ['read_customers'],
  Order: ['read_orders'],
  Product: ['read_products'],
  ProductVariant: ['read_products'],
  Location: ['read_locations'],
  Publication: ['read_publications'],
  FulfillmentOrder: [
    'read_assigned_fulfillment_orders',
    'read_merchant_managed_fulfillment_orders',
    'read_third_party_fulfillment_orders',
  ],
}

export const guarded =
  (scopes: readonly string[]): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) => {
    const needs = NEEDS[getNamedType(info.returnType).name]
    if (needs && !needs.some((scope) => scopes.includes(scope) || scopes.includes(scope.replace('read_', 'write_'))))
      throw new GraphQLError(
        `Access denied for ${info.fieldName} field. Required access: \`${needs[0]}\` access scope.`,
        { extensions: { code: 'ACCESS_DENIED' } },
      )
    return defaultFieldResolver(source, args, context, info)
  }
