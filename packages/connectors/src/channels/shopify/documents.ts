/**
 * Every GraphQL document that we send, and what each costs before it is sent. A test validates all of them against
 * Shopify's schema; another compares the costs with what the sandbox charges.
 */

/** The key of our metafield. Without a namespace it lies in the one that only our app can write. */
export const KEY_FIELD = 'listing_key'

/** No page may be larger. */
export const PAGE = 250
/** A query or a mutation that costs more is refused. */
export const MOST_POINTS = 1000

/** Shopify does not publish how a connection is priced. Seen: 250 variants with their items, 25 points in all. */
export const pointsOf = (items: number): number => Math.ceil(1.5 * Math.log2(items + 1))

/** The variant, its item, measurement, weight, level, its quantity, its options, and its picture. */
const VARIANT_POINTS = 7 + pointsOf(1)
/** SEO, options, our key; each picture is a media, its errors and an image. */
const LISTING_POINTS = 3 + 3 * pointsOf(PAGE) + VARIANT_POINTS * pointsOf(PAGE)

/** How many products fit into one query. */
export const READ_AT_ONCE = Math.floor(MOST_POINTS / (1 + LISTING_POINTS))
export const LIST_AT_ONCE = 2 ** Math.floor(READ_AT_ONCE / 1.5) - 1

const variantFields = (location: string) => `id sku barcode price compareAtPrice inventoryPolicy inventoryQuantity
  selectedOptions { name value }
  inventoryItem {
    id tracked
    measurement { weight { unit value } }
    inventoryLevel(locationId: ${location}) { quantities(names: ["available"]) { quantity } }
  }`

const PRODUCT_FIELDS = `id title descriptionHtml vendor productType tags status updatedAt onlineStoreUrl
  hasOnlyDefaultVariant
  seo { title description }
  options { name values }
  metafield(key: "${KEY_FIELD}") { value }`

const MEDIA_FIELDS = `id alt status mediaErrors { code message } ... on MediaImage { image { url } }`

const VARIANT = `fragment Variant on ProductVariant {
  ${variantFields('$location')}
  media(first: 1) { nodes { id } }
}`

const LISTING = `fragment Listing on Product {
  ${PRODUCT_FIELDS}
  media(first: ${PAGE}) { nodes { ${MEDIA_FIELDS} } }
  variants(first: ${PAGE}) { nodes { ...Variant } pageInfo { hasNextPage endCursor } }
}
${VARIANT}`

/** Mostly there is none: what it looks like is read when there is one. */
export const FIND = {
  text: `query FindListing($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) { id }
}`,
  cost: () => 1,
}

export const READ = {
  text: `query ReadListings($ids: [ID!]!, $location: ID!) {
  nodes(ids: $ids) { ...Listing }
}
${LISTING}`,
  cost: (ids: number) => ids * (1 + LISTING_POINTS),
}

export const LIST = {
  text: `query ListListings($first: Int!, $after: String, $query: String, $location: ID!) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...Listing }
    pageInfo { hasNextPage endCursor }
  }
}
${LISTING}`,
  cost: (first: number) => pointsOf(first) * (1 + LISTING_POINTS),
}

export const MORE_VARIANTS = {
  text: `query MoreVariants($id: ID!, $after: String!, $location: ID!) {
  product(id: $id) {
    variants(first: ${PAGE}, after: $after) { nodes { ...Variant } pageInfo { hasNextPage endCursor } }
  }
}
${VARIANT}`,
  cost: () => 1 + VARIANT_POINTS * pointsOf(PAGE),
}

/** What an export writes: it takes no variables and no fragments, and has no pages. */
export const exportQuery = (location_id: string, changed_since: Date | null): string => {
  const since = changed_since && `updated_at:>='${changed_since.toISOString()}'`
  return `{
  products${since ? `(query: ${JSON.stringify(since)})` : ''} { edges { node {
    ${PRODUCT_FIELDS}
    media { edges { node { ${MEDIA_FIELDS} } } }
    variants { edges { node { ${variantFields(JSON.stringify(location_id))} media { edges { node { id } } } } } }
  } } }
}`
}

export const EXPORT = {
  text: `mutation StartExport($query: String!) {
  bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { field message code } }
}`,
  cost: () => MUTATION + 1,
}

export const EXPORT_STATE = {
  text: `query ExportState($id: ID!) {
  bulkOperation(id: $id) { status url errorCode }
}`,
  cost: () => 1,
}

/** A line, its two amounts, its taxes, product, variant and picture. */
const LINE_POINTS = 1 + 2 + 2 + 3 + 3
export const LINES = 50
/** Address, four amounts; a refund with its amount and its lines. */
const ORDER_POINTS = 1 + 4 * 2 + LINE_POINTS * pointsOf(LINES) + (1 + 2 + 2 * pointsOf(LINES))
const REFUNDS = 50

export const ORDERS_AT_ONCE = Math.floor(MOST_POINTS / (1 + ORDER_POINTS))
export const ORDER_LIST_AT_ONCE = 2 ** Math.floor(ORDERS_AT_ONCE / 1.5) - 1

const LINE = `fragment Line on LineItem {
  id title variantTitle sku quantity currentQuantity unfulfilledQuantity
  originalUnitPriceSet { shopMoney { amount } }
  totalDiscountSet { shopMoney { amount } }
  taxLines { priceSet { shopMoney { amount } } }
  product { id }
  variant { id }
  image { url }
}`

const ORDER = `fragment Sale on Order {
  id name createdAt updatedAt currencyCode displayFinancialStatus displayFulfillmentStatus cancelledAt cancelReason
  email phone note tags sourceName sourceIdentifier paymentGatewayNames
  shippingAddress { name company address1 address2 city province provinceCode zip countryCodeV2 phone }
  totalDiscountsSet { shopMoney { amount } }
  totalShippingPriceSet { shopMoney { amount } }
  totalTaxSet { shopMoney { amount } }
  totalPriceSet { shopMoney { amount } }
  lineItems(first: ${LINES}) { nodes { ...Line } pageInfo { hasNextPage endCursor } }
  refunds(first: ${REFUNDS}) {
    id createdAt note
    totalRefundedSet { shopMoney { amount } }
    refundLineItems(first: ${LINES}) { nodes { quantity lineItem { id } } }
  }
}
${LINE}`

export const READ_ORDERS = {
  text: `query ReadOrders($ids: [ID!]!) {
  nodes(ids: $ids) { ...Sale }
}
${ORDER}`,
  cost: (ids: number) => ids * (1 + ORDER_POINTS),
}

export const LIST_ORDERS = {
  text: `query ListOrders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...Sale }
    pageInfo { hasNextPage endCursor }
  }
}
${ORDER}`,
  cost: (first: number) => pointsOf(first) * (1 + ORDER_POINTS),
}

export const MORE_LINES = {
  text: `query MoreLines($id: ID!, $after: String!) {
  order(id: $id) { lineItems(first: ${LINES}, after: $after) { nodes { ...Line } pageInfo { hasNextPage endCursor } } }
}
${LINE}`,
  cost: () => 1 + LINE_POINTS * pointsOf(LINES),
}

const SHOP = `shop {
    name email shopOwnerName myshopifyDomain currencyCode
    primaryDomain { host }
    plan { publicDisplayName }
    shopAddress { countryCodeV2 }
  }`

export const STORE = {
  text: `query Store {
  ${SHOP}
  currentAppInstallation { accessScopes { handle } }
}`,
  cost: () => 6,
}

const LOCATIONS = 50

export const CONNECT = {
  text: `query Connect {
  ${SHOP}
  locations(first: ${LOCATIONS}) { nodes { id isActive shipsInventory } }
  metafieldDefinition(identifier: { ownerType: PRODUCT, key: "${KEY_FIELD}" }) { id }
}`,
  cost: () => 4 + pointsOf(LOCATIONS) + 1,
}

export const MUTATION = 10
const PRODUCT = 1

/** An order has few fulfilments and few places it is sent from; its lines are as many as elsewhere. */
const PARCELS = 20
const PLACES = 10
const FULFILMENT_POINTS = 1 + 1 + 2 * pointsOf(LINES)
const FULFILMENT_ORDER_POINTS = 1 + 1 + 1 + 1 + 2 * pointsOf(LINES)

export const READ_FULFILMENTS = {
  text: `query ReadFulfilments($id: ID!) {
  order(id: $id) {
    fulfillments(first: ${PARCELS}) {
      id status
      trackingInfo(first: ${PARCELS}) { company number url }
      fulfillmentLineItems(first: ${LINES}) { nodes { quantity lineItem { id } } }
    }
  }
}`,
  cost: () => 1 + FULFILMENT_POINTS,
}

/** What may still be sent, by the place it is sent from. */
export const READ_UNSENT = {
  text: `query ReadUnsent($id: ID!) {
  order(id: $id) {
    fulfillmentOrders(first: ${PLACES}) {
      nodes {
        id
        assignedLocation { location { id } }
        supportedActions { action }
        lineItems(first: ${LINES}) { nodes { id remainingQuantity lineItem { id } } }
      }
    }
  }
}`,
  cost: () => 1 + FULFILMENT_ORDER_POINTS * pointsOf(PLACES),
}

/** All that one call names must be sent from one place: a call for each. */
export const FULFIL = {
  text: (places: number): string => {
    const all = Array.from({ length: places }, (_, i) => i)
    const fields = all.map(
      (i) => `  f${i}: fulfillmentCreate(fulfillment: $f${i}) { fulfillment { id } userErrors { field message } }`,
    )
    return `mutation Fulfil(${all.map((i) => `$f${i}: FulfillmentInput!`).join(', ')}) {\n${fields.join('\n')}\n}`
  },
  cost: () => MUTATION + 1,
}

export const UPDATE_TRACKING = {
  text: `mutation UpdateTracking($id: ID!, $tracking: FulfillmentTrackingInput!) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: true) {
    fulfillment { id }
    userErrors { field message }
  }
}`,
  cost: () => MUTATION + 1,
}

/** Its errors have a name of their own, and a code that those of `userErrors` lack. */
export const CANCEL_ORDER = {
  text: `mutation CancelOrder($id: ID!, $reason: OrderCancelReason!, $refund: OrderCancelRefundMethodInput!) {
  orderCancel(orderId: $id, reason: $reason, refundMethod: $refund, restock: true, notifyCustomer: true) {
    job { id done }
    userErrors: orderCancelUserErrors { field message code }
  }
}`,
  cost: () => MUTATION + 1,
}

export const TAG_ORDER = {
  text: `mutation TagOrder($id: ID!, $add: [String!]!, $adds: Boolean!, $remove: [String!]!, $removes: Boolean!) {
  tagsAdd(id: $id, tags: $add) @include(if: $adds) { node { id } userErrors { field message } }
  tagsRemove(id: $id, tags: $remove) @include(if: $removes) { node { id } userErrors { field message } }
}`,
  cost: () => 2 * (MUTATION + 1),
}

export const DEFINE_KEY = {
  text: `mutation DefineKey($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { field message code } }
}`,
  cost: () => MUTATION + 1,
}

/** How many of each a product is set with. */
interface SetCounts {
  variants: number
  variant_files: number
  files: number
  metafields: number
}

export const SET = {
  text: `mutation SetListing($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
  productSet(identifier: $identifier, input: $input, synchronous: true) {
    product { id updatedAt }
    userErrors { field message code }
  }
}`,
  cost({ variants, variant_files, files, metafields }: SetCounts): number {
    const tenths = 2 * variants + 6 * variant_files + 19 * files + 4 * metafields
    return MUTATION + PRODUCT + tenths / 10
  },
}

export const DELETE = {
  text: `mutation DeleteListing($id: ID!) {
  productDelete(input: { id: $id }, synchronous: true) { deletedProductId userErrors { field message } }
}`,
  cost: () => MUTATION,
}

const VARIANT_PARTS = {
  remove: { variable: '$remove: [ID!]!', field: 'productVariantsBulkDelete(productId: $id, variantsIds: $remove)' },
  update: {
    variable: '$update: [ProductVariantsBulkInput!]!',
    field: 'productVariantsBulkUpdate(productId: $id, variants: $update)',
  },
  create: {
    variable: '$create: [ProductVariantsBulkInput!]!',
    field: 'productVariantsBulkCreate(productId: $id, variants: $create)',
  },
}
export type VariantPart = keyof typeof VARIANT_PARTS

/** One to three mutations in one request. They run in this order. */
export const VARIANTS = {
  text: (parts: readonly VariantPart[]): string => {
    const variables = parts.map((part) => VARIANT_PARTS[part].variable).join(', ')
    const fields = parts.map(
      (part) => `  ${VARIANT_PARTS[part].field} { product { id updatedAt } userErrors { field message code } }`,
    )
    return `mutation ChangeVariants($id: ID!, ${variables}) {\n${fields.join('\n')}\n}`
  },
  cost: (parts: number) => parts * (MUTATION + PRODUCT),
}

export const STOCK = {
  text: `mutation SetStock($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id }
    userErrors { field message code }
  }
}`,
  cost: () => MUTATION + 1,
}

const PUBLICATIONS_SHOWN = 50

export const PUBLICATIONS = {
  text: `query Publications {
  publications(first: ${PUBLICATIONS_SHOWN}, catalogType: APP) {
    nodes { id catalog { title } channels(first: 1) { nodes { handle name } } }
  }
}`,
  cost: () => pointsOf(PUBLICATIONS_SHOWN) * (2 + pointsOf(1)),
}

/** In which of so many publications a product is shown. */
export const PUBLISHED = {
  text: (count: number): string => {
    const numbers = Array.from({ length: count }, (_, at) => at)
    const fields = numbers.map((at) => `    p${at}: publishedOnPublication(publicationId: $p${at})`)
    const variables = numbers.map((at) => `$p${at}: ID!`).join(', ')
    return `query Published($id: ID!, ${variables}) {\n  product(id: $id) {\n    id\n${fields.join('\n')}\n  }\n}`
  },
  cost: () => 1,
}

const PUBLISH_PARTS = {
  publish: 'publishablePublish(id: $id, input: $publish)',
  unpublish: 'publishableUnpublish(id: $id, input: $unpublish)',
}
export type PublishPart = keyof typeof PUBLISH_PARTS

export const PUBLISH = {
  text: (parts: readonly PublishPart[]): string => {
    const variables = parts.map((part) => `$${part}: [PublicationInput!]!`).join(', ')
    const fields = parts.map((part) => `  ${PUBLISH_PARTS[part]} { userErrors { field message } }`)
    return `mutation Publish($id: ID!, ${variables}) {\n${fields.join('\n')}\n}`
  },
  cost: (parts: number) => parts * MUTATION,
}

const SUBSCRIPTIONS_SHOWN = 100

export const SUBSCRIPTIONS = {
  text: `query Subscriptions {
  webhookSubscriptions(first: ${SUBSCRIPTIONS_SHOWN}) { nodes { id topic uri } }
}`,
  cost: () => pointsOf(SUBSCRIPTIONS_SHOWN),
}

export const SUBSCRIBE = {
  text: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`,
  cost: () => MUTATION + 1,
}

export const UNSUBSCRIBE = {
  text: `mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
}`,
  cost: () => MUTATION,
}
