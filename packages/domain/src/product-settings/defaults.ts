/** Sourcing spec §3, §9: a workplace's product settings before anybody changed them. */
import type { ProductAutomation } from '../auto-update/automation.ts'
import { DEFAULT_SPLIT, type SplitSettings } from '../import-list/split.ts'
import { DEFAULT_SELLING_PRICE, type SellingPrice } from '../pricing/price-rule.ts'
import { CHANNEL_FACTS, CHANNEL_IDS } from '../vendors/manifest.ts'

/** §3: where products can be pushed to. */
const PUSH_CHANNELS = CHANNEL_IDS
type PushChannel = (typeof PUSH_CHANNELS)[number]

interface ListingDefaults {
  is_publish: boolean
  auto_optimize_content: boolean
  auto_optimize_image: boolean
  allow_sell_out_of_stock: boolean
  default_tags: string[]
  default_vendor: string
  default_type: string
  /** The warehouse to import from; null: the one with most variants. */
  import_ships_from: string | null
}

export interface ProductSettings {
  auto_split_variant_options: SplitSettings
  product_listings: ListingDefaults
  automation_product: ProductAutomation & {
    /** What happens by itself to a product that is imported. */
    actions: {
      auto_price_on_import: boolean
      auto_tag_by_source: boolean
      strip_supplier_links: boolean
      remove_brand_words: string[]
      /** No store: nothing is pushed by itself. */
      pushed_connected_channels: { store_ids: string[]; publish_status: 'active' | 'draft' }
    }
  }
  automation_writting: {
    enabled: boolean
    title: boolean
    description: boolean
    seo: boolean
    tone: 'neutral' | 'friendly' | 'premium' | 'playful'
    language: string
  }
  automation_optimize_image: { enabled: boolean; upscale: boolean; remove_background: boolean; square: boolean }
  monitoring: {
    track_new_products: boolean
    on_price_change: 'ignore' | 'ask' | 'keep_margin' | 'apply_rule'
    /** By how much the cost has to rise, and by how much to fall, since the price was made. */
    price_change_percent: number
    price_fall_percent: number
    on_out_of_stock: 'ignore' | 'ask' | 'set_zero' | 'disable'
    on_gone: 'ignore' | 'ask' | 'draft'
    on_new_variant: 'ignore' | 'ask'
    notify_by_email: boolean
  }
  selling_price: SellingPrice
  channels: {
    channel: PushChannel
    is_publish: boolean
    allow_sell_out_of_stock: boolean
    sync_order: boolean
    /** What the channel takes of a sale, in per cent; null: as the selling price says. */
    fee_percent: number | null
    fee_fixed: number
    sync_tracking: boolean
    tag_orders: boolean
    /** `ask`: the seller answers each. `accept`: what can be bought is accepted by itself. */
    fulfilment_requests: 'off' | 'ask' | 'accept'
  }[]
}

/**
 * The push defaults are §3's; the rest is ours (spec: not shown): nothing leaves for a shop and no text changes before
 * the seller says so.
 */
export const DEFAULT_PRODUCT_SETTINGS: ProductSettings = {
  auto_split_variant_options: DEFAULT_SPLIT,
  product_listings: {
    is_publish: true,
    auto_optimize_content: false,
    auto_optimize_image: false,
    allow_sell_out_of_stock: false,
    default_tags: [],
    default_vendor: '',
    default_type: '',
    import_ships_from: null,
  },
  // Foundation spec §5: on, all day, for all products.
  automation_product: {
    is_enable: true,
    time_schedule: 'all_day',
    time_frame: { start: '00:00', end: '23:59', time_zone: 'UTC' },
    condition: { apply_all_products: true },
    actions: {
      auto_price_on_import: true,
      auto_tag_by_source: false,
      strip_supplier_links: true,
      remove_brand_words: [],
      pushed_connected_channels: { store_ids: [], publish_status: 'active' },
    },
  },
  automation_writting: { enabled: false, title: true, description: true, seo: true, tone: 'neutral', language: 'en' },
  automation_optimize_image: { enabled: false, upscale: true, remove_background: false, square: false },
  monitoring: {
    track_new_products: true,
    on_price_change: 'ask',
    price_change_percent: 10,
    price_fall_percent: 10,
    on_out_of_stock: 'ask',
    on_gone: 'ask',
    on_new_variant: 'ask',
    notify_by_email: false,
  },
  selling_price: DEFAULT_SELLING_PRICE,
  channels: PUSH_CHANNELS.map((channel) => ({
    channel,
    is_publish: true,
    allow_sell_out_of_stock: false,
    sync_order: true,
    fee_percent: CHANNEL_FACTS[channel].fee_percent,
    fee_fixed: 0,
    // spec: not shown
    sync_tracking: true,
    // A merchant's list is written into only when the merchant wants it.
    tag_orders: false,
    // Nor does a location of ours appear in the store before that.
    fulfilment_requests: 'off',
  })),
}
