/** Foundation spec §6: the feature keys that gate actions; §9: which of them the usage popover shows. */
export const FEATURES = [
  'LISTING_PRODUCTS',
  'IMPORT_PRODUCT',
  'AI_IMAGE_GENERATION',
  'EXTRA_AI_PRODUCT_WRITING',
  'ORDER_TRACKING_NUMBERS',
  'ORDER_FULFILLMENT',
  'WORKPLACE_LIMIT',
  'CASHBACK_ORDER_FULFILLMENT',
  'AI_PRODUCT_WRITING',
  'AUTO_UPDATE_STOCK_PRODUCT',
  'BULK_ORDER_FULFILLMENT',
  'ADMIAD_CASHBACK',
  'BULK_PUBLISH_TO_STORE',
  'FIND_SIMILAR_PRODUCT',
] as const

export type FeatureKey = (typeof FEATURES)[number]

// widened to ask
export const isFeatureKey = (key: string): key is FeatureKey => (FEATURES as readonly string[]).includes(key)

/** How a feature is counted. spec: not shown which values `type` takes. */
export type FeatureType =
  | 'per_cycle' // usage starts at 0 with every cycle
  | 'standing' // usage is what exists now
  | 'switch' // on or off, never counted

export const FEATURE_TYPES: Readonly<Record<FeatureKey, FeatureType>> = {
  LISTING_PRODUCTS: 'standing',
  IMPORT_PRODUCT: 'per_cycle',
  AI_IMAGE_GENERATION: 'per_cycle',
  EXTRA_AI_PRODUCT_WRITING: 'per_cycle',
  ORDER_TRACKING_NUMBERS: 'per_cycle',
  ORDER_FULFILLMENT: 'per_cycle',
  WORKPLACE_LIMIT: 'standing',
  CASHBACK_ORDER_FULFILLMENT: 'switch',
  AI_PRODUCT_WRITING: 'per_cycle',
  AUTO_UPDATE_STOCK_PRODUCT: 'standing',
  BULK_ORDER_FULFILLMENT: 'switch',
  ADMIAD_CASHBACK: 'switch',
  BULK_PUBLISH_TO_STORE: 'switch',
  FIND_SIMILAR_PRODUCT: 'per_cycle',
}

/** Nothing uses these up yet: no plan advertises them, and no usage shows them. */
const NOT_BUILT: readonly FeatureKey[] = ['AI_IMAGE_GENERATION', 'EXTRA_AI_PRODUCT_WRITING', 'AI_PRODUCT_WRITING']
export const isBuilt = (feature: FeatureKey): boolean => !NOT_BUILT.includes(feature)

/** `label` is a translation key. */
export type UsageFeature = { label: string; feature: FeatureKey }

/** §9, labels before the new pricing. */
const USAGE_FEATURES: readonly UsageFeature[] = [
  { label: 'ImportedMappedProduct', feature: 'IMPORT_PRODUCT' },
  { label: 'OrderProcessed', feature: 'ORDER_FULFILLMENT' },
  { label: 'OrderTracking', feature: 'ORDER_TRACKING_NUMBERS' },
  { label: 'AIWriting', feature: 'AI_PRODUCT_WRITING' },
]

/** §9, labels of the new pricing; only the AI feature is named there, the others follow from their words. */
const NEW_PRICING_USAGE_FEATURES: readonly UsageFeature[] = [
  { label: 'ProductListing', feature: 'LISTING_PRODUCTS' },
  { label: 'AIContentRequests', feature: 'EXTRA_AI_PRODUCT_WRITING' },
  { label: 'OrderProcessRequests', feature: 'ORDER_FULFILLMENT' },
  { label: 'OrderTrackingRequests', feature: 'ORDER_TRACKING_NUMBERS' },
]

export const usageFeatures = (is_new_pricing: boolean): readonly UsageFeature[] =>
  is_new_pricing ? NEW_PRICING_USAGE_FEATURES : USAGE_FEATURES
