import { COUNTRIES } from '../../catalogue/countries.ts'
import { buildSchema } from 'graphql'

/**
 * The part of Shopify's Admin API that this sandbox speaks, in our own writing. A test compares every type, field and
 * argument with Shopify's published schema of the same version.
 */
export const SDL = `
directive @idempotent(key: String!) on FIELD

scalar DateTime
scalar Decimal
scalar HTML
scalar Money
scalar URL

schema { query: QueryRoot mutation: Mutation }

interface Node { id: ID! }
interface DisplayableError { field: [String!] message: String! }
interface Publishable { publishedOnPublication(publicationId: ID!): Boolean! }

type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
type UserError implements DisplayableError { field: [String!] message: String! }

type QueryRoot {
  shop: Shop!
  nodes(ids: [ID!]!): [Node]!
  product(id: ID!): Product
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  products(
    after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false,
    sortKey: ProductSortKeys = ID
  ): ProductConnection!
  order(id: ID!): Order
  orders(
    after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false,
    sortKey: OrderSortKeys = PROCESSED_AT
  ): OrderConnection!
  assignedFulfillmentOrders(
    after: String, assignmentStatus: FulfillmentOrderAssignmentStatus, before: String, first: Int, last: Int,
    locationIds: [ID!], reverse: Boolean
  ): FulfillmentOrderConnection!
  locations(after: String, before: String, first: Int, last: Int): LocationConnection!
  publications(
    after: String, before: String, catalogType: CatalogType, first: Int, last: Int
  ): PublicationConnection!
  metafieldDefinition(id: ID, identifier: MetafieldDefinitionIdentifierInput): MetafieldDefinition
  webhookSubscriptions(
    after: String, before: String, first: Int, last: Int, topics: [WebhookSubscriptionTopic!], uri: String
  ): WebhookSubscriptionConnection!
  currentAppInstallation: AppInstallation!
  bulkOperation(id: ID!): BulkOperation
}

type Mutation {
  productSet(identifier: ProductSetIdentifiers, input: ProductSetInput!, synchronous: Boolean = true): ProductSetPayload
  productDelete(input: ProductDeleteInput!, synchronous: Boolean = true): ProductDeletePayload
  productVariantsBulkCreate(
    productId: ID!, strategy: ProductVariantsBulkCreateStrategy = DEFAULT, variants: [ProductVariantsBulkInput!]!
  ): ProductVariantsBulkCreatePayload
  productVariantsBulkUpdate(
    allowPartialUpdates: Boolean = false, productId: ID!, variants: [ProductVariantsBulkInput!]!
  ): ProductVariantsBulkUpdatePayload
  productVariantsBulkDelete(productId: ID!, variantsIds: [ID!]!): ProductVariantsBulkDeletePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  metafieldDefinitionCreate(definition: MetafieldDefinitionInput!): MetafieldDefinitionCreatePayload
  publishablePublish(id: ID!, input: [PublicationInput!]!): PublishablePublishPayload
  publishableUnpublish(id: ID!, input: [PublicationInput!]!): PublishableUnpublishPayload
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
  fulfillmentTrackingInfoUpdate(
    fulfillmentId: ID!, notifyCustomer: Boolean, trackingInfoInput: FulfillmentTrackingInput!
  ): FulfillmentTrackingInfoUpdatePayload
  fulfillmentServiceCreate(
    callbackUrl: URL, inventoryManagement: Boolean, name: String!, requiresShippingMethod: Boolean,
    trackingSupport: Boolean
  ): FulfillmentServiceCreatePayload
  fulfillmentServiceUpdate(
    callbackUrl: URL, id: ID!, inventoryManagement: Boolean, name: String, requiresShippingMethod: Boolean,
    trackingSupport: Boolean
  ): FulfillmentServiceUpdatePayload
  fulfillmentOrderAcceptFulfillmentRequest(
    estimatedShippedAt: DateTime, id: ID!, message: String
  ): FulfillmentOrderAcceptFulfillmentRequestPayload
  fulfillmentOrderRejectFulfillmentRequest(
    id: ID!, lineItems: [IncomingRequestLineItemInput!], message: String, reason: FulfillmentOrderRejectionReason
  ): FulfillmentOrderRejectFulfillmentRequestPayload
  fulfillmentOrderAcceptCancellationRequest(
    id: ID!, message: String
  ): FulfillmentOrderAcceptCancellationRequestPayload
  fulfillmentOrderRejectCancellationRequest(
    id: ID!, message: String
  ): FulfillmentOrderRejectCancellationRequestPayload
  orderCancel(
    notifyCustomer: Boolean = false, orderId: ID!, reason: OrderCancelReason!, refundMethod: OrderCancelRefundMethodInput
    restock: Boolean!, staffNote: String
  ): OrderCancelPayload
  refundCreate(input: RefundInput!): RefundCreatePayload
  tagsAdd(id: ID!, tags: [String!]!): TagsAddPayload
  tagsRemove(id: ID!, tags: [String!]!): TagsRemovePayload
  webhookSubscriptionCreate(
    topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!
  ): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  appSubscriptionCreate(
    lineItems: [AppSubscriptionLineItemInput!]!, name: String!, replacementBehavior: AppSubscriptionReplacementBehavior,
    returnUrl: URL!, test: Boolean, trialDays: Int
  ): AppSubscriptionCreatePayload
  appSubscriptionCancel(id: ID!, prorate: Boolean): AppSubscriptionCancelPayload
  appPurchaseOneTimeCreate(
    name: String!, price: MoneyInput!, returnUrl: URL!, test: Boolean
  ): AppPurchaseOneTimeCreatePayload
  bulkOperationRunQuery(groupObjects: Boolean! = false, query: String!): BulkOperationRunQueryPayload
}

type BulkOperation implements Node {
  id: ID!
  status: BulkOperationStatus!
  errorCode: BulkOperationErrorCode
  createdAt: DateTime!
  completedAt: DateTime
  query: String!
  url: URL
}
enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }
type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [BulkOperationUserError!]! }
type BulkOperationUserError implements DisplayableError {
  code: BulkOperationUserErrorCode field: [String!] message: String!
}
enum BulkOperationUserErrorCode { INVALID LIMIT_REACHED OPERATION_IN_PROGRESS }

type Shop implements Node {
  id: ID!
  name: String!
  email: String!
  contactEmail: String!
  shopOwnerName: String!
  myshopifyDomain: String!
  primaryDomain: Domain!
  url: URL!
  currencyCode: CurrencyCode!
  plan: ShopPlan!
  shopAddress: ShopAddress!
  fulfillmentServices: [FulfillmentService!]!
}
type FulfillmentService {
  id: ID!
  serviceName: String!
  callbackUrl: URL
  location: Location
  inventoryManagement: Boolean!
  trackingSupport: Boolean!
}
type Domain implements Node { id: ID! host: String! url: URL! }
type ShopPlan { publicDisplayName: String! shopifyPlus: Boolean! partnerDevelopment: Boolean! }
type ShopAddress implements Node { id: ID! countryCodeV2: CountryCode }
enum CurrencyCode { USD EUR GBP CAD AUD JPY CHF SEK }
enum CountryCode { ${Object.keys(COUNTRIES).join(' ')} }

type AppInstallation implements Node {
  id: ID!
  accessScopes: [AccessScope!]!
  activeSubscriptions: [AppSubscription!]!
  allSubscriptions(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): AppSubscriptionConnection!
  oneTimePurchases(
    after: String, before: String, first: Int, last: Int, reverse: Boolean = false
  ): AppPurchaseOneTimeConnection!
}
type AppSubscription implements Node {
  id: ID! name: String! status: AppSubscriptionStatus! test: Boolean! createdAt: DateTime! currentPeriodEnd: DateTime
  returnUrl: URL! trialDays: Int! lineItems: [AppSubscriptionLineItem!]!
}
enum AppSubscriptionStatus { ACTIVE CANCELLED DECLINED EXPIRED FROZEN PENDING }
type AppSubscriptionConnection { nodes: [AppSubscription!]! pageInfo: PageInfo! }
type AppSubscriptionLineItem { id: ID! plan: AppPlanV2! }
type AppPlanV2 { pricingDetails: AppPricingDetails! }
union AppPricingDetails = AppRecurringPricing
type AppRecurringPricing { interval: AppPricingInterval! price: MoneyV2! }
enum AppPricingInterval { ANNUAL EVERY_30_DAYS }
enum AppSubscriptionReplacementBehavior { APPLY_IMMEDIATELY APPLY_ON_NEXT_BILLING_CYCLE STANDARD }
input AppSubscriptionLineItemInput { plan: AppPlanInput! }
input AppPlanInput { appRecurringPricingDetails: AppRecurringPricingInput }
input AppRecurringPricingInput { interval: AppPricingInterval = EVERY_30_DAYS price: MoneyInput! }
input MoneyInput { amount: Decimal! currencyCode: CurrencyCode! }
type AppSubscriptionCreatePayload {
  appSubscription: AppSubscription confirmationUrl: URL userErrors: [UserError!]!
}
type AppSubscriptionCancelPayload { appSubscription: AppSubscription userErrors: [UserError!]! }
type AppPurchaseOneTime implements Node {
  id: ID! name: String! status: AppPurchaseStatus! test: Boolean! createdAt: DateTime! price: MoneyV2!
}
enum AppPurchaseStatus { ACTIVE DECLINED EXPIRED PENDING }
type AppPurchaseOneTimeConnection { nodes: [AppPurchaseOneTime!]! pageInfo: PageInfo! }
type AppPurchaseOneTimeCreatePayload {
  appPurchaseOneTime: AppPurchaseOneTime confirmationUrl: URL userErrors: [UserError!]!
}
type AccessScope { handle: String! description: String! }

type Location implements Node { id: ID! name: String! isActive: Boolean! shipsInventory: Boolean! }
type LocationConnection { nodes: [Location!]! pageInfo: PageInfo! }

type Publication implements Node {
  id: ID!
  catalog: Catalog
  channels(after: String, before: String, first: Int, last: Int): ChannelConnection
}
type PublicationConnection { nodes: [Publication!]! pageInfo: PageInfo! }
interface Catalog implements Node { id: ID! title: String! status: CatalogStatus! }
type AppCatalog implements Catalog & Node { id: ID! title: String! status: CatalogStatus! }
enum CatalogStatus { ACTIVE ARCHIVED DRAFT }
enum CatalogType { APP COMPANY_LOCATION MARKET NONE }
type ChannelConnection { nodes: [Channel!]! pageInfo: PageInfo! }
type Channel implements Node { id: ID! handle: String! name: String! }
input PublicationInput { publicationId: ID publishDate: DateTime }
type PublishablePublishPayload { publishable: Publishable shop: Shop! userErrors: [UserError!]! }
type PublishableUnpublishPayload { publishable: Publishable shop: Shop! userErrors: [UserError!]! }

type Product implements Node & Publishable {
  id: ID!
  title: String!
  handle: String!
  descriptionHtml: HTML!
  vendor: String!
  productType: String!
  tags: [String!]!
  status: ProductStatus!
  seo: SEO!
  createdAt: DateTime!
  updatedAt: DateTime!
  onlineStoreUrl: URL
  hasOnlyDefaultVariant: Boolean!
  options(first: Int): [ProductOption!]!
  metafield(key: String!, namespace: String): Metafield
  media(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): MediaConnection!
  variants(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): ProductVariantConnection!
  publishedOnPublication(publicationId: ID!): Boolean!
}
type ProductConnection { nodes: [Product!]! edges: [ProductEdge!]! pageInfo: PageInfo! }
type ProductEdge { cursor: String! node: Product! }
type SEO { title: String description: String }
type ProductOption implements Node {
  id: ID! name: String! position: Int! values: [String!]! optionValues: [ProductOptionValue!]!
}
type ProductOptionValue implements Node { id: ID! name: String! hasVariants: Boolean! }
type Metafield implements Node { id: ID! namespace: String! key: String! type: String! value: String! }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum ProductSortKeys { CREATED_AT ID TITLE UPDATED_AT }

type ProductVariant implements Node {
  id: ID!
  title: String!
  sku: String
  barcode: String
  price: Money!
  compareAtPrice: Money
  position: Int!
  inventoryPolicy: ProductVariantInventoryPolicy!
  inventoryQuantity: Int
  inventoryItem: InventoryItem!
  selectedOptions: [SelectedOption!]!
  media(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): MediaConnection!
  updatedAt: DateTime!
}
type ProductVariantConnection { nodes: [ProductVariant!]! edges: [ProductVariantEdge!]! pageInfo: PageInfo! }
type ProductVariantEdge { cursor: String! node: ProductVariant! }
type SelectedOption { name: String! value: String! }
enum ProductVariantInventoryPolicy { CONTINUE DENY }

type InventoryItem implements Node {
  id: ID!
  sku: String
  tracked: Boolean!
  measurement: InventoryItemMeasurement!
  inventoryLevel(includeInactive: Boolean = false, locationId: ID!): InventoryLevel
}
type InventoryItemMeasurement implements Node { id: ID! weight: Weight }
type Weight { unit: WeightUnit! value: Float! }
enum WeightUnit { GRAMS KILOGRAMS OUNCES POUNDS }
type InventoryLevel implements Node {
  id: ID! isActive: Boolean! quantities(names: [String!]!): [InventoryQuantity!]!
}
type InventoryQuantity implements Node { id: ID! name: String! quantity: Int! }

interface Media {
  id: ID! alt: String status: MediaStatus! mediaContentType: MediaContentType! mediaErrors: [MediaError!]!
}
type MediaImage implements Media & Node {
  id: ID! alt: String status: MediaStatus! mediaContentType: MediaContentType! mediaErrors: [MediaError!]! image: Image
}
type MediaConnection { nodes: [Media!]! edges: [MediaEdge!]! pageInfo: PageInfo! }
type MediaEdge { cursor: String! node: Media! }
type MediaError { code: MediaErrorCode! details: String message: String! }
enum MediaErrorCode { IMAGE_DOWNLOAD_FAILURE IMAGE_PROCESSING_FAILURE UNKNOWN }
enum MediaStatus { FAILED PROCESSING READY UPLOADED }
enum MediaContentType { EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO }
type Image { id: ID url: URL! altText: String }

type Order implements Node {
  id: ID!
  name: String!
  createdAt: DateTime!
  updatedAt: DateTime!
  currencyCode: CurrencyCode!
  presentmentCurrencyCode: CurrencyCode!
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  cancelledAt: DateTime
  cancelReason: OrderCancelReason
  email: String
  phone: String
  note: String
  tags: [String!]!
  sourceName: String
  sourceIdentifier: String
  paymentGatewayNames: [String!]!
  customer: Customer
  shippingAddress: MailingAddress
  subtotalPriceSet: MoneyBag
  totalDiscountsSet: MoneyBag
  totalShippingPriceSet: MoneyBag!
  totalTaxSet: MoneyBag
  totalPriceSet: MoneyBag!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): LineItemConnection!
  refunds(first: Int): [Refund!]!
  suggestedRefund(
    refundLineItems: [RefundLineItemInput!], refundShipping: Boolean, suggestFullRefund: Boolean
  ): SuggestedRefund
  fulfillments(first: Int, query: String): [Fulfillment!]!
  fulfillmentOrders(
    after: String, before: String, displayable: Boolean = false, first: Int, last: Int, query: String,
    reverse: Boolean = false
  ): FulfillmentOrderConnection!
}
type Fulfillment implements Node {
  id: ID!
  status: FulfillmentStatus!
  createdAt: DateTime!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  fulfillmentLineItems(
    after: String, before: String, first: Int, last: Int, reverse: Boolean = false
  ): FulfillmentLineItemConnection!
}
enum FulfillmentStatus { CANCELLED ERROR FAILURE OPEN PENDING SUCCESS }
type FulfillmentTrackingInfo { company: String number: String url: URL }
type FulfillmentLineItemConnection { nodes: [FulfillmentLineItem!]! pageInfo: PageInfo! }
type FulfillmentLineItem implements Node { id: ID! quantity: Int lineItem: LineItem! }
type FulfillmentOrderConnection { nodes: [FulfillmentOrder!]! pageInfo: PageInfo! }
type FulfillmentOrder implements Node {
  id: ID!
  status: FulfillmentOrderStatus!
  orderId: ID!
  requestStatus: FulfillmentOrderRequestStatus!
  merchantRequests(
    after: String, before: String, first: Int, kind: FulfillmentOrderMerchantRequestKind, last: Int,
    reverse: Boolean = false
  ): FulfillmentOrderMerchantRequestConnection!
  assignedLocation: FulfillmentOrderAssignedLocation!
  supportedActions: [FulfillmentOrderSupportedAction!]!
  lineItems(
    after: String, before: String, first: Int, last: Int, reverse: Boolean = false
  ): FulfillmentOrderLineItemConnection!
}
type FulfillmentOrderMerchantRequestConnection {
  nodes: [FulfillmentOrderMerchantRequest!]! pageInfo: PageInfo!
}
type FulfillmentOrderMerchantRequest implements Node {
  id: ID! kind: FulfillmentOrderMerchantRequestKind! message: String sentAt: DateTime!
}
enum FulfillmentOrderMerchantRequestKind { CANCELLATION_REQUEST FULFILLMENT_REQUEST }
enum FulfillmentOrderAssignmentStatus {
  CANCELLATION_REQUESTED FULFILLMENT_ACCEPTED FULFILLMENT_REQUESTED FULFILLMENT_UNSUBMITTED
}
enum FulfillmentOrderRejectionReason {
  INCORRECT_ADDRESS INELIGIBLE_PRODUCT INVENTORY_OUT_OF_STOCK OTHER UNDELIVERABLE_DESTINATION
}
input IncomingRequestLineItemInput { fulfillmentOrderLineItemId: ID! message: String }
type FulfillmentServiceCreatePayload { fulfillmentService: FulfillmentService userErrors: [UserError!]! }
type FulfillmentServiceUpdatePayload { fulfillmentService: FulfillmentService userErrors: [UserError!]! }
type FulfillmentOrderAcceptFulfillmentRequestPayload {
  fulfillmentOrder: FulfillmentOrder userErrors: [UserError!]!
}
type FulfillmentOrderRejectFulfillmentRequestPayload {
  fulfillmentOrder: FulfillmentOrder userErrors: [UserError!]!
}
type FulfillmentOrderAcceptCancellationRequestPayload {
  fulfillmentOrder: FulfillmentOrder userErrors: [UserError!]!
}
type FulfillmentOrderRejectCancellationRequestPayload {
  fulfillmentOrder: FulfillmentOrder userErrors: [UserError!]!
}
enum FulfillmentOrderStatus { CANCELLED CLOSED INCOMPLETE IN_PROGRESS ON_HOLD OPEN SCHEDULED }
enum FulfillmentOrderRequestStatus {
  ACCEPTED CANCELLATION_ACCEPTED CANCELLATION_REJECTED CANCELLATION_REQUESTED CLOSED REJECTED SUBMITTED UNSUBMITTED
}
type FulfillmentOrderAssignedLocation { location: Location }
type FulfillmentOrderSupportedAction { action: FulfillmentOrderAction! externalUrl: URL }
enum FulfillmentOrderAction {
  CANCEL_FULFILLMENT_ORDER CREATE_FULFILLMENT EXTERNAL HOLD MARK_AS_OPEN MERGE MOVE RELEASE_HOLD REPORT_PROGRESS
  REQUEST_CANCELLATION REQUEST_FULFILLMENT SPLIT
}
type FulfillmentOrderLineItemConnection { nodes: [FulfillmentOrderLineItem!]! pageInfo: PageInfo! }
type FulfillmentOrderLineItem implements Node {
  id: ID! totalQuantity: Int! remainingQuantity: Int! lineItem: LineItem!
}
input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
  notifyCustomer: Boolean = false
  trackingInfo: FulfillmentTrackingInput
}
input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID! fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
}
input FulfillmentOrderLineItemInput { id: ID! quantity: Int! }
input FulfillmentTrackingInput { company: String number: String numbers: [String!] url: URL urls: [URL!] }
type FulfillmentCreatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type FulfillmentTrackingInfoUpdatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }
enum OrderDisplayFinancialStatus {
  AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED
}
enum OrderDisplayFulfillmentStatus {
  FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED
  UNFULFILLED
}
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
input OrderCancelRefundMethodInput { originalPaymentMethodsRefund: Boolean }
enum OrderCancelUserErrorCode { INTERNAL_ERROR INVALID NOT_FOUND NO_REFUND_PERMISSION }
type OrderCancelUserError { code: OrderCancelUserErrorCode field: [String!] message: String! }
type TagsAddPayload { node: Node userErrors: [UserError!]! }
type TagsRemovePayload { node: Node userErrors: [UserError!]! }
type Job { done: Boolean! id: ID! }
type OrderCancelPayload { job: Job orderCancelUserErrors: [OrderCancelUserError!]! userErrors: [UserError!]! }
type Customer implements Node { id: ID! displayName: String! }
type MailingAddress {
  name: String
  company: String
  address1: String
  address2: String
  city: String
  province: String
  provinceCode: String
  zip: String
  countryCodeV2: CountryCode
  phone: String
}
type MoneyBag { shopMoney: MoneyV2! }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type LineItem implements Node {
  id: ID!
  title: String!
  variantTitle: String
  sku: String
  quantity: Int!
  currentQuantity: Int!
  unfulfilledQuantity: Int!
  originalUnitPriceSet: MoneyBag!
  totalDiscountSet: MoneyBag!
  taxLines(first: Int): [TaxLine!]!
  product: Product
  variant: ProductVariant
  image: Image
}
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type TaxLine { title: String! priceSet: MoneyBag! }
type Refund implements Node {
  id: ID!
  createdAt: DateTime
  note: String
  totalRefundedSet: MoneyBag!
  refundLineItems(
    after: String, before: String, first: Int, last: Int, reverse: Boolean = false
  ): RefundLineItemConnection!
}
type RefundLineItemConnection { nodes: [RefundLineItem!]! pageInfo: PageInfo! }
type RefundLineItem { quantity: Int! lineItem: LineItem! }
type SuggestedRefund {
  amountSet: MoneyBag!
  maximumRefundableSet: MoneyBag!
  suggestedTransactions: [SuggestedOrderTransaction!]!
}
type SuggestedOrderTransaction {
  amountSet: MoneyBag!
  gateway: String
  maximumRefundableSet: MoneyBag
  parentTransaction: OrderTransaction
}
type OrderTransaction implements Node { id: ID! }
input RefundInput {
  allowOverRefunding: Boolean = false
  currency: CurrencyCode
  note: String
  notify: Boolean
  orderId: ID!
  refundLineItems: [RefundLineItemInput!]
  transactions: [OrderTransactionInput!]
}
input RefundLineItemInput { lineItemId: ID! locationId: ID quantity: Int! restockType: RefundLineItemRestockType }
enum RefundLineItemRestockType { CANCEL NO_RESTOCK RETURN }
input OrderTransactionInput { amount: Money! gateway: String! kind: OrderTransactionKind! orderId: ID! parentId: ID }
enum OrderTransactionKind { AUTHORIZATION CAPTURE CHANGE REFUND SALE VOID }
type RefundCreatePayload { order: Order refund: Refund userErrors: [UserError!]! }

input UniqueMetafieldValueInput { key: String! namespace: String value: String! }
input ProductIdentifierInput @oneOf { customId: UniqueMetafieldValueInput handle: String id: ID }
input ProductSetIdentifiers @oneOf { customId: UniqueMetafieldValueInput handle: String id: ID }
input ProductSetInput {
  title: String
  descriptionHtml: String
  handle: String
  vendor: String
  productType: String
  tags: [String!]
  status: ProductStatus
  seo: SEOInput
  metafields: [MetafieldInput!]
  files: [FileSetInput!]
  productOptions: [OptionSetInput!]
  variants: [ProductVariantSetInput!]
}
input SEOInput { title: String description: String }
input MetafieldInput { id: ID key: String namespace: String type: String value: String }
input FileSetInput {
  id: ID
  alt: String
  contentType: FileContentType
  duplicateResolutionMode: FileCreateInputDuplicateResolutionMode = APPEND_UUID
  filename: String
  originalSource: String
}
enum FileContentType { EXTERNAL_VIDEO FILE IMAGE MODEL_3D VIDEO }
enum FileCreateInputDuplicateResolutionMode { APPEND_UUID RAISE_ERROR REPLACE }
input OptionSetInput { id: ID name: String position: Int values: [OptionValueSetInput!] }
input OptionValueSetInput { id: ID name: String }
input VariantOptionValueInput { id: ID name: String optionId: ID optionName: String }
input ProductVariantSetInput {
  id: ID
  optionValues: [VariantOptionValueInput!]!
  sku: String
  barcode: String
  price: Money
  compareAtPrice: Money
  position: Int
  file: FileSetInput
  inventoryItem: InventoryItemInput
  inventoryPolicy: ProductVariantInventoryPolicy
  inventoryQuantities: [ProductSetInventoryInput!]
}
input InventoryItemInput { sku: String tracked: Boolean measurement: InventoryItemMeasurementInput }
input InventoryItemMeasurementInput { weight: WeightInput }
input WeightInput { unit: WeightUnit! value: Float! }
input ProductSetInventoryInput { locationId: ID! name: String! quantity: Int! }
type ProductSetPayload { product: Product userErrors: [ProductSetUserError!]! }
type ProductSetUserError implements DisplayableError {
  code: ProductSetUserErrorCode field: [String!] message: String!
}
enum ProductSetUserErrorCode {
  DUPLICATED_METAFIELD_VALUE DUPLICATED_OPTION_NAME DUPLICATED_OPTION_VALUE HANDLE_NOT_UNIQUE ID_NOT_ALLOWED
  INPUT_MISMATCH INVALID_INPUT INVALID_METAFIELD INVALID_PRODUCT INVALID_VARIANT METAFIELD_MISMATCH
  MISSING_FIELD_REQUIRED OPTIONS_OVER_LIMIT PRODUCT_DOES_NOT_EXIST PRODUCT_OPTIONS_INPUT_MISSING
  PRODUCT_VARIANT_DOES_NOT_EXIST VARIANTS_INPUT_MISSING VARIANTS_OVER_LIMIT
}
input ProductDeleteInput { id: ID! }
type ProductDeletePayload { deletedProductId: ID shop: Shop! userErrors: [UserError!]! }

input ProductVariantsBulkInput {
  id: ID
  optionValues: [VariantOptionValueInput!]
  barcode: String
  price: Money
  compareAtPrice: Money
  mediaId: ID
  inventoryItem: InventoryItemInput
  inventoryPolicy: ProductVariantInventoryPolicy
  inventoryQuantities: [InventoryLevelInput!]
}
input InventoryLevelInput { availableQuantity: Int! locationId: ID! }
enum ProductVariantsBulkCreateStrategy { DEFAULT PRESERVE_STANDALONE_VARIANT REMOVE_STANDALONE_VARIANT }
type ProductVariantsBulkCreatePayload {
  product: Product productVariants: [ProductVariant!] userErrors: [ProductVariantsBulkCreateUserError!]!
}
type ProductVariantsBulkUpdatePayload {
  product: Product productVariants: [ProductVariant!] userErrors: [ProductVariantsBulkUpdateUserError!]!
}
type ProductVariantsBulkDeletePayload { product: Product userErrors: [ProductVariantsBulkDeleteUserError!]! }
type ProductVariantsBulkCreateUserError implements DisplayableError {
  code: ProductVariantsBulkCreateUserErrorCode field: [String!] message: String!
}
type ProductVariantsBulkUpdateUserError implements DisplayableError {
  code: ProductVariantsBulkUpdateUserErrorCode field: [String!] message: String!
}
type ProductVariantsBulkDeleteUserError implements DisplayableError {
  code: ProductVariantsBulkDeleteUserErrorCode field: [String!] message: String!
}
enum ProductVariantsBulkCreateUserErrorCode {
  INVALID INVALID_INPUT MUST_BE_FOR_THIS_PRODUCT NEED_TO_ADD_OPTION_VALUES NEGATIVE_PRICE_VALUE PRODUCT_DOES_NOT_EXIST
  TRACKED_VARIANT_LOCATION_NOT_FOUND VARIANT_ALREADY_EXISTS
}
enum ProductVariantsBulkUpdateUserErrorCode {
  INVALID_INPUT NEED_TO_ADD_OPTION_VALUES NEGATIVE_PRICE_VALUE NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE
  PRODUCT_DOES_NOT_EXIST PRODUCT_VARIANT_DOES_NOT_EXIST PRODUCT_VARIANT_ID_MISSING VARIANT_ALREADY_EXISTS
}
enum ProductVariantsBulkDeleteUserErrorCode {
  AT_LEAST_ONE_VARIANT_DOES_NOT_BELONG_TO_THE_PRODUCT CANNOT_DELETE_LAST_VARIANT PRODUCT_DOES_NOT_EXIST
}

input InventorySetQuantitiesInput {
  name: String! quantities: [InventoryQuantityInput!]! reason: String! referenceDocumentUri: String
}
input InventoryQuantityInput { changeFromQuantity: Int inventoryItemId: ID! locationId: ID! quantity: Int! }
type InventorySetQuantitiesPayload {
  inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [InventorySetQuantitiesUserError!]!
}
type InventoryAdjustmentGroup implements Node { id: ID! createdAt: DateTime! reason: String! }
type InventorySetQuantitiesUserError implements DisplayableError {
  code: InventorySetQuantitiesUserErrorCode field: [String!] message: String!
}
enum InventorySetQuantitiesUserErrorCode {
  CHANGE_FROM_QUANTITY_STALE IDEMPOTENCY_KEY_PARAMETER_MISMATCH INVALID_INVENTORY_ITEM INVALID_LOCATION INVALID_NAME
  INVALID_QUANTITY_NEGATIVE INVALID_REASON
}

type MetafieldDefinition implements Node {
  id: ID! namespace: String! key: String! name: String! ownerType: MetafieldOwnerType! type: MetafieldDefinitionType!
}
type MetafieldDefinitionType { name: String! category: String! }
input MetafieldDefinitionIdentifierInput { key: String! namespace: String ownerType: MetafieldOwnerType! }
input MetafieldDefinitionInput {
  key: String! name: String! namespace: String description: String ownerType: MetafieldOwnerType! type: String!
}
enum MetafieldOwnerType { PRODUCT PRODUCTVARIANT }
type MetafieldDefinitionCreatePayload {
  createdDefinition: MetafieldDefinition userErrors: [MetafieldDefinitionCreateUserError!]!
}
type MetafieldDefinitionCreateUserError implements DisplayableError {
  code: MetafieldDefinitionCreateUserErrorCode field: [String!] message: String!
}
enum MetafieldDefinitionCreateUserErrorCode { INVALID TAKEN }

type WebhookSubscription implements Node {
  id: ID! topic: WebhookSubscriptionTopic! uri: String! format: WebhookSubscriptionFormat! createdAt: DateTime!
}
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
input WebhookSubscriptionInput { format: WebhookSubscriptionFormat uri: String filter: String }
enum WebhookSubscriptionFormat { JSON XML }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
enum WebhookSubscriptionTopic {
  APP_PURCHASES_ONE_TIME_UPDATE APP_SUBSCRIPTIONS_UPDATE APP_UNINSTALLED INVENTORY_LEVELS_UPDATE ORDERS_CANCELLED
  ORDERS_CREATE ORDERS_UPDATED PRODUCTS_CREATE PRODUCTS_DELETE PRODUCTS_UPDATE REFUNDS_CREATE
}
`

export const schema = buildSchema(SDL)
