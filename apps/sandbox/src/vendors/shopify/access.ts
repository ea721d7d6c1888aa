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

/** Fields that need the second level of protected customer data (Shopify's page on it). */
const PERSONAL: Record<string, readonly string[]> = {
  Order: ['email', 'phone'],
  MailingAddress: ['name', 'address1', 'address2', 'city', 'zip', 'phone', 'company'],
}

export const guarded =
  (scopes: readonly string[], level: number): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) => {
    if (level < 2 && PERSONAL[info.parentType.name]?.includes(info.fieldName))
      throw new GraphQLError(
        `This app is not approved to use the ${info.fieldName} field. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.`,
        { extensions: { code: 'ACCESS_DENIED' } },
      )
    const needs = NEEDS[getNamedType(info.returnType).name]
    if (needs && !needs.some((scope) => scopes.includes(scope) || scopes.includes(scope.replace('read_', 'write_'))))
      throw new GraphQLError(
        `Access denied for ${info.fieldName} field. Required access: \`${needs[0]}\` access scope.`,
        { extensions: { code: 'ACCESS_DENIED' } },
      )
    return defaultFieldResolver(source, args, context, info)
  }
