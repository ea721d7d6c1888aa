import { type FeatureKey, isFeatureKey } from '@omni/domain/billing/features.ts'
import type { TextKey } from '../platform/i18n.ts'

const NAMES: Record<FeatureKey, TextKey> = {
  LISTING_PRODUCTS: 'feature.listing_products',
  IMPORT_PRODUCT: 'feature.import_product',
  AI_IMAGE_GENERATION: 'feature.ai_image_generation',
  EXTRA_AI_PRODUCT_WRITING: 'feature.extra_ai_product_writing',
  ORDER_TRACKING_NUMBERS: 'feature.order_tracking_numbers',
  ORDER_FULFILLMENT: 'feature.order_fulfillment',
  WORKPLACE_LIMIT: 'feature.workplace_limit',
  CASHBACK_ORDER_FULFILLMENT: 'feature.cashback',
  AI_PRODUCT_WRITING: 'feature.ai_product_writing',
  AUTO_UPDATE_STOCK_PRODUCT: 'feature.auto_update_stock_product',
  BULK_ORDER_FULFILLMENT: 'feature.bulk_order_fulfillment',
  ADMIAD_CASHBACK: 'feature.cashback',
  BULK_PUBLISH_TO_STORE: 'feature.bulk_publish_to_store',
  FIND_SIMILAR_PRODUCT: 'feature.find_similar_product',
}

/** A feature key as a person reads it. */
export const featureName = (key: string): TextKey | undefined => (isFeatureKey(key) ? NAMES[key] : undefined)
