import { COMPARE_KINDS, PRICE_KINDS, ROUNDINGS } from '@omni/domain/pricing/price-kinds.ts'
import { SPLIT_HANDLES, SPLIT_LOGICS } from '@omni/domain/import-list/split-kinds.ts'
import { CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { CountryCode } from './catalog.calls.ts'
import { CurrencyCode, Id, Timezone } from './fields.ts'
import { calls } from './kernel.ts'
import { Amount, Tags } from './products.fields.ts'

const Percent = z.number().min(0).max(100)
/** §5: out of range becomes the nearest allowed, not an error. */
const upTo100 = z.int().transform((value) => Math.min(100, Math.max(0, value)))

const PriceRange = z.object({
  from: Amount,
  /** null: no upper end. */ to: Amount.nullable(),
  kind: z.enum(PRICE_KINDS),
  /** Multiplier, or an amount to add. */ value: z.number().min(0).max(1_000_000_00),
  formula: z.string().max(300),
})
const CurrencyRule = z.object({
  ranges: z.array(PriceRange).min(1).max(30),
  compare_at: z.object({
    kind: z.enum(COMPARE_KINDS),
    value: z.number().min(0).max(1_000_000_00),
    formula: z.string().max(300),
  }),
  rounding: z.enum(ROUNDINGS),
})
/** The selling-price rule: cost ranges per currency. Ranges are in US cents of cost; results in the rule's currency. */
export const SellingPrice = z.object({
  apply_on_import: z.boolean(),
  currency: CurrencyCode,
  ship_to: CountryCode,
  include_shipping: z.boolean(),
  rules: z.record(CurrencyCode, CurrencyRule),
  channel_fee_percent: Percent,
  payment_fee_percent: Percent,
  payment_fee_fixed: Amount,
  tax_percent: Percent,
  duty_percent: Percent,
  floor: z.object({ min_profit: Amount.nullable(), min_margin: z.int().min(0).max(99).nullable() }),
})
export const SplitSettings = z.object({
  enabled: z.boolean(),
  threshold: upTo100,
  split_logic: z.enum(SPLIT_LOGICS),
  split_handle: z.enum(SPLIT_HANDLES),
  max_variants_per_product: upTo100,
  max_create_products: upTo100,
})
const Listings = z.object({
  is_publish: z.boolean(),
  auto_optimize_content: z.boolean(),
  auto_optimize_image: z.boolean(),
  allow_sell_out_of_stock: z.boolean(),
  default_tags: Tags,
  default_vendor: z.string().trim().max(255),
  default_type: z.string().trim().max(255),
  import_ships_from: CountryCode.nullable(),
})
const General = z.object({ auto_split_variant_options: SplitSettings, product_listings: Listings })
/** What happens by itself when the supplier changes something. `ask`: a notification, nothing else. */
export const Monitoring = z.object({
  track_new_products: z.boolean(),
  on_price_change: z.enum(['ignore', 'ask', 'keep_margin', 'apply_rule']),
  /** Per cent since the price was made: of a cost that rises, and of one that falls. */
  price_change_percent: Percent,
  price_fall_percent: Percent,
  on_out_of_stock: z.enum(['ignore', 'ask', 'set_zero', 'disable']),
  on_gone: z.enum(['ignore', 'ask', 'draft']),
  on_new_variant: z.enum(['ignore', 'ask']),
  notify_by_email: z.boolean(),
})
const MAX_STORES = 100
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const AutomationActions = z.object({
  auto_price_on_import: z.boolean(),
  auto_tag_by_source: z.boolean(),
  strip_supplier_links: z.boolean(),
  remove_brand_words: z.array(z.string().trim().min(1).max(100)).max(100),
  /** Orders spec §4: what is imported goes to these stores by itself. */
  pushed_connected_channels: z.object({
    store_ids: z.array(Id).max(MAX_STORES),
    publish_status: z.enum(['active', 'draft']),
  }),
})
/** Foundation spec §5. */
const AutomationProduct = z.object({
  is_enable: z.boolean(),
  time_schedule: z.enum(['all_day', 'time_frame']),
  /** For pushing. Hours of the seller's own time zone. */
  time_frame: z.object({ start: ClockTime, end: ClockTime, time_zone: Timezone }),
  /** The specification shows no other. */
  condition: z.object({ apply_all_products: z.literal(true) }),
  actions: AutomationActions,
})
/** What is left out stays, also among the actions. */
const AutomationChange = AutomationProduct.extend({ actions: AutomationActions.partial() }).partial()
const InternalAutomation = z.object({
  automations: z.array(z.object({ key: z.string(), enabled: z.boolean(), available: z.boolean() })),
})
const Writing = z.object({
  enabled: z.boolean(),
  title: z.boolean(),
  description: z.boolean(),
  seo: z.boolean(),
  tone: z.enum(['neutral', 'friendly', 'premium', 'playful']),
  language: z.string().max(10),
})
const OptimizeImage = z.object({
  enabled: z.boolean(),
  upscale: z.boolean(),
  remove_background: z.boolean(),
  square: z.boolean(),
})
const Channel = z.object({
  channel: z.enum(CHANNEL_IDS),
  is_publish: z.boolean(),
  allow_sell_out_of_stock: z.boolean(),
  sync_order: z.boolean(),
  /** What the channel takes of a sale (spec: not shown). Null: as the selling-price settings say. */
  fee_percent: Percent.nullable(),
  /** And for each sale, in the currency of the selling-price settings. */
  fee_fixed: Amount,
  /** spec: not shown. The store is told what was sent. */
  sync_tracking: z.boolean(),
  /** spec: not shown. A tag on each order of the store says where it stands here. */
  tag_orders: z.boolean(),
  /** spec: not shown. What becomes of the store's requests to fulfil an order; `off`: we are no service of the store. */
  fulfilment_requests: z.enum(['off', 'ask', 'accept']),
})
const All = General.extend({
  automation_product: AutomationProduct,
  automation_writting: Writing,
  automation_optimize_image: OptimizeImage,
  monitoring: Monitoring,
  selling_price: SellingPrice,
  channels: z.array(Channel),
})
export type ProductSettings = z.output<typeof All>
export const productSettingsCalls = calls({
  getProductSettings: {
    method: 'GET',
    path: '/center/products/setting/',
    about: 'Split settings and listing defaults.',
    input: z.object({}),
    data: General,
  },
  updateProductSettings: {
    method: 'PUT',
    path: '/center/products/setting/',
    about: 'Changes split settings or listing defaults.',
    input: General.partial(),
    data: General,
  },
  getAutomationProduct: {
    method: 'GET',
    path: '/center/products/setting/automation-product',
    about: 'What happens by itself on import.',
    input: z.object({}),
    data: AutomationProduct,
  },
  updateAutomationProduct: {
    method: 'PUT',
    path: '/center/products/setting/automation-product',
    about: 'Changes what happens by itself on import.',
    input: AutomationChange,
    data: AutomationProduct,
  },
  getAllProductSettings: {
    method: 'GET',
    path: '/center/products/setting/all',
    about: 'Every product setting.',
    input: z.object({}),
    data: All,
  },
  updateAllProductSettings: {
    method: 'PUT',
    path: '/center/products/setting/all',
    about: 'Changes any product setting; what is left out stays.',
    input: All.partial(),
    heavy: true,
    data: All,
  },
  getInternalAutomation: {
    method: 'GET',
    path: '/center/products/setting/internal-automation',
    about: 'The automations there are, and which are on.',
    input: z.object({}),
    data: InternalAutomation,
  },
  getAutomationWritting: {
    method: 'GET',
    path: '/center/products/setting/automation-writting',
    about: 'AI writing on import.',
    input: z.object({}),
    data: Writing,
  },
  updateAutomationWritting: {
    method: 'PUT',
    path: '/center/products/setting/automation-writting',
    about: 'Changes AI writing on import.',
    input: Writing.partial(),
    data: Writing,
  },
  setAutomationWrittingStatus: {
    method: 'PUT',
    path: '/center/products/setting/automation-writting/update-status',
    about: 'Switches AI writing on import on or off.',
    input: z.object({ status: z.boolean() }),
    data: Writing,
  },
  getAutomationOptimizeImage: {
    method: 'GET',
    path: '/center/products/setting/automation-optimize-image',
    about: 'Image optimising on import.',
    input: z.object({}),
    data: OptimizeImage,
  },
  updateAutomationOptimizeImage: {
    method: 'PUT',
    path: '/center/products/setting/automation-optimize-image',
    about: 'Changes image optimising on import.',
    input: OptimizeImage.partial(),
    data: OptimizeImage,
  },
  setAutomationOptimizeImageStatus: {
    method: 'PUT',
    path: '/center/products/setting/automation-optimize-image/update-status',
    about: 'Switches image optimising on import on or off.',
    input: z.object({ status: z.boolean() }),
    data: OptimizeImage,
  },
  getMonitoring: {
    method: 'GET',
    path: '/center/products/setting/monitoring',
    about: 'What follows when a supplier changes something.',
    input: z.object({}),
    data: Monitoring,
  },
  updateMonitoring: {
    method: 'PUT',
    path: '/center/products/setting/monitoring',
    about: 'Changes what follows when a supplier changes something.',
    input: Monitoring.partial(),
    data: Monitoring,
  },
  getSellingPrice: {
    method: 'GET',
    path: '/center/products/setting/selling_price',
    about: 'The selling-price rule.',
    input: z.object({}),
    data: SellingPrice,
  },
  updateSellingPrice: {
    method: 'PUT',
    path: '/center/products/setting/selling_price',
    about: 'Changes the selling-price rule; products keep their prices until it is applied.',
    input: SellingPrice.partial(),
    heavy: true,
    data: SellingPrice,
  },
  getListingSettings: {
    method: 'GET',
    path: '/center/products/setting/listings',
    about: 'Listing defaults.',
    input: z.object({}),
    data: Listings,
  },
  updateListingSettings: {
    method: 'PUT',
    path: '/center/products/setting/listings',
    about: 'Changes listing defaults.',
    input: Listings.partial(),
    data: Listings,
  },
  updateChannelSettings: {
    method: 'PUT',
    path: '/center/products/setting/update_channel',
    about: 'Push defaults of a channel.',
    input: Channel.partial().required({ channel: true }),
    data: z.object({ channels: z.array(Channel) }),
  },
})
