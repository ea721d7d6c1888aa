/** Foundation spec §3 "Plan" and §9: the plans on sale. spec: not shown: prices, limits, names and most keys. */
import type { Minor } from '../money.ts'
import { FEATURE_TYPES, FEATURES, type FeatureKey, type FeatureType } from './features.ts'
import {
  BASIC_KEY,
  DEMO_KEY,
  ENTERPRISE_KEY,
  FREE_KEY,
  FREE_MARKETPLACE_KEY,
  GROWTH_KEY,
  PRO_KEY,
  STARTER_KEY,
} from './plan-keys.ts'
import { MONTHLY_CYCLE_DAYS, UNLIMITED, YEARLY_CYCLE_DAYS } from './plan-rules.ts'

export type PlanModuleType = 'ORDER_FULFILLMENT' | 'NEW_ORDER_FULFILLMENT' | 'NEW_SEGMENT_MVP'
type ModuleType = PlanModuleType | 'ADD_ON' // §3
type PlanFeature = { limit: number; module_type: ModuleType; type: FeatureType }
type PlanModule = { id: string; type: ModuleType; key: string; name: string; price: Minor; is_legacy: boolean }
export type Plan = {
  /** Kept for ever: subscriptions and payment logs refer to it. */
  id: string
  /** The same for the monthly and the yearly sale of a plan; `cycle` tells them apart. */
  key: string
  name: string
  /** US cents for one cycle. */
  price: Minor
  /** Days. Free plans run monthly too, so that their counters start again. */
  cycle: number
  features: Record<FeatureKey, PlanFeature>
  modules: PlanModule[]
}

/** Yearly buyers pay ten months of twelve. */
const MONTHS_PAID_A_YEAR = 10
const ON = UNLIMITED
const OFF = 0

type Tier = {
  id: string
  key: string
  name: string
  type: PlanModuleType
  monthly: Minor
  limits: Record<FeatureKey, number>
}

const FREE_LIMITS: Record<FeatureKey, number> = {
  LISTING_PRODUCTS: 50,
  IMPORT_PRODUCT: 100,
  AI_IMAGE_GENERATION: 5,
  EXTRA_AI_PRODUCT_WRITING: 20,
  ORDER_TRACKING_NUMBERS: 20,
  ORDER_FULFILLMENT: 20,
  WORKPLACE_LIMIT: 2,
  CASHBACK_ORDER_FULFILLMENT: OFF,
  AI_PRODUCT_WRITING: 10,
  AUTO_UPDATE_STOCK_PRODUCT: 25,
  BULK_ORDER_FULFILLMENT: OFF,
  ADMIAD_CASHBACK: OFF,
  BULK_PUBLISH_TO_STORE: OFF,
  FIND_SIMILAR_PRODUCT: 20,
}

const BASIC_LIMITS: Record<FeatureKey, number> = {
  LISTING_PRODUCTS: 1_000,
  IMPORT_PRODUCT: 3_000,
  AI_IMAGE_GENERATION: 100,
  EXTRA_AI_PRODUCT_WRITING: 500,
  ORDER_TRACKING_NUMBERS: 500,
  ORDER_FULFILLMENT: 500,
  WORKPLACE_LIMIT: 5,
  CASHBACK_ORDER_FULFILLMENT: ON,
  AI_PRODUCT_WRITING: 300,
  AUTO_UPDATE_STOCK_PRODUCT: 1_000,
  BULK_ORDER_FULFILLMENT: ON,
  ADMIAD_CASHBACK: ON,
  BULK_PUBLISH_TO_STORE: ON,
  FIND_SIMILAR_PRODUCT: 500,
}

const FREE_TIER: Tier = {
  id: 'free',
  key: FREE_KEY,
  name: 'Free',
  type: 'ORDER_FULFILLMENT',
  monthly: 0,
  limits: FREE_LIMITS,
}

/** Never offered for sale: marketplace users get the first, the second lets a visitor look around. */
const GIVEN_TIERS: readonly Tier[] = [
  {
    id: 'free_marketplace',
    key: FREE_MARKETPLACE_KEY,
    name: 'Marketplace',
    type: 'ORDER_FULFILLMENT',
    monthly: 0,
    limits: BASIC_LIMITS,
  },
  {
    id: 'demo',
    key: DEMO_KEY,
    name: 'Demo',
    type: 'NEW_SEGMENT_MVP',
    monthly: 0,
    limits: { ...FREE_LIMITS, IMPORT_PRODUCT: 0, LISTING_PRODUCTS: 0, ORDER_FULFILLMENT: 0 },
  },
]

/** Cheapest first; every limit is at least that of the plan before. */
const SOLD_TIERS: readonly Tier[] = [
  {
    id: 'starter',
    key: STARTER_KEY,
    name: 'Starter',
    type: 'NEW_ORDER_FULFILLMENT',
    monthly: 1_490,
    limits: {
      ...FREE_LIMITS,
      LISTING_PRODUCTS: 250,
      IMPORT_PRODUCT: 1_000,
      AI_IMAGE_GENERATION: 30,
      EXTRA_AI_PRODUCT_WRITING: 150,
      ORDER_TRACKING_NUMBERS: 100,
      ORDER_FULFILLMENT: 100,
      WORKPLACE_LIMIT: 3,
      CASHBACK_ORDER_FULFILLMENT: ON,
      AI_PRODUCT_WRITING: 100,
      AUTO_UPDATE_STOCK_PRODUCT: 250,
      BULK_ORDER_FULFILLMENT: ON,
      FIND_SIMILAR_PRODUCT: 100,
    },
  },
  { id: 'basic', key: BASIC_KEY, name: 'Basic', type: 'NEW_ORDER_FULFILLMENT', monthly: 2_990, limits: BASIC_LIMITS },
  {
    id: 'growth_tier_1',
    key: GROWTH_KEY,
    name: 'Growth',
    type: 'NEW_SEGMENT_MVP',
    monthly: 4_990,
    limits: {
      ...BASIC_LIMITS,
      LISTING_PRODUCTS: 10_000,
      IMPORT_PRODUCT: 20_000,
      AI_IMAGE_GENERATION: 300,
      EXTRA_AI_PRODUCT_WRITING: 2_000,
      ORDER_TRACKING_NUMBERS: 2_000,
      ORDER_FULFILLMENT: 2_000,
      WORKPLACE_LIMIT: 10,
      AI_PRODUCT_WRITING: 1_000,
      AUTO_UPDATE_STOCK_PRODUCT: 10_000,
      FIND_SIMILAR_PRODUCT: 2_000,
    },
  },
  {
    id: 'pro_tier_1',
    key: PRO_KEY,
    name: 'Pro',
    type: 'NEW_SEGMENT_MVP',
    monthly: 9_990,
    limits: {
      ...BASIC_LIMITS,
      LISTING_PRODUCTS: 50_000,
      IMPORT_PRODUCT: UNLIMITED,
      AI_IMAGE_GENERATION: 1_000,
      EXTRA_AI_PRODUCT_WRITING: 10_000,
      ORDER_TRACKING_NUMBERS: 10_000,
      ORDER_FULFILLMENT: 10_000,
      WORKPLACE_LIMIT: 25,
      AI_PRODUCT_WRITING: 5_000,
      AUTO_UPDATE_STOCK_PRODUCT: 50_000,
      FIND_SIMILAR_PRODUCT: UNLIMITED,
    },
  },
  {
    id: 'enterprise',
    key: ENTERPRISE_KEY,
    name: 'Enterprise',
    type: 'NEW_SEGMENT_MVP',
    monthly: 29_900,
    limits: {
      ...BASIC_LIMITS,
      LISTING_PRODUCTS: UNLIMITED,
      IMPORT_PRODUCT: UNLIMITED,
      AI_IMAGE_GENERATION: 5_000,
      EXTRA_AI_PRODUCT_WRITING: UNLIMITED,
      ORDER_TRACKING_NUMBERS: UNLIMITED,
      ORDER_FULFILLMENT: UNLIMITED,
      WORKPLACE_LIMIT: UNLIMITED,
      AI_PRODUCT_WRITING: UNLIMITED,
      AUTO_UPDATE_STOCK_PRODUCT: UNLIMITED,
      FIND_SIMILAR_PRODUCT: UNLIMITED,
    },
  },
]

function toPlan(tier: Tier, cycle: number): Plan {
  const yearly = cycle === YEARLY_CYCLE_DAYS
  const { key, name, type } = tier
  const id = tier.monthly === 0 ? tier.id : `${tier.id}_${yearly ? 'yearly' : 'monthly'}`
  const price = yearly ? tier.monthly * MONTHS_PAID_A_YEAR : tier.monthly
  const features = FEATURES.map((f) => [f, { limit: tier.limits[f], module_type: type, type: FEATURE_TYPES[f] }])
  return {
    id,
    key,
    name,
    price,
    cycle,
    features: Object.fromEntries(features) as Plan['features'], // FEATURES is every key, which fromEntries cannot know
    modules: [{ id: `${id}_module`, type, key, name, price, is_legacy: false }],
  }
}

export const FREE_PLAN: Plan = toPlan(FREE_TIER, MONTHLY_CYCLE_DAYS)

export const PLANS: readonly Plan[] = [
  FREE_PLAN,
  ...GIVEN_TIERS.map((t) => toPlan(t, MONTHLY_CYCLE_DAYS)),
  ...SOLD_TIERS.map((t) => toPlan(t, MONTHLY_CYCLE_DAYS)),
  ...SOLD_TIERS.map((t) => toPlan(t, YEARLY_CYCLE_DAYS)),
]

const NOT_OFFERED: ReadonlySet<string> = new Set(GIVEN_TIERS.map((t) => t.key))
const BY_ID: ReadonlyMap<string, Plan> = new Map(PLANS.map((p) => [p.id, p]))

export const findPlan = (id: string): Plan | undefined => BY_ID.get(id)

export const findPlanByKey = (key: string, cycle: number = MONTHLY_CYCLE_DAYS): Plan | undefined =>
  PLANS.find((p) => p.key === key && p.cycle === cycle)

/** What the pricing page offers, §3: grouped by module type. */
export const PRICING: Readonly<Record<PlanModuleType, readonly Plan[]>> = {
  ORDER_FULFILLMENT: offered('ORDER_FULFILLMENT'),
  NEW_ORDER_FULFILLMENT: offered('NEW_ORDER_FULFILLMENT'),
  NEW_SEGMENT_MVP: offered('NEW_SEGMENT_MVP'),
}

function offered(type: PlanModuleType): Plan[] {
  return PLANS.filter((p) => !NOT_OFFERED.has(p.key) && p.modules.some((m) => m.type === type))
}
