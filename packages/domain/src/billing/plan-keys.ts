/** Foundation spec §9: what plans are called. People never see these names. */
export const FREE_KEY = 'FREE_ORDER_FULFILLMENT_2'
export const FREE_MARKETPLACE_KEY = 'FREE_AO_MKT'
export const DEMO_KEY = 'DEMO_MODE_ZOPI_AO'
export const STARTER_KEY = 'STARTER_ZOPI_AO'
export const BASIC_KEY = 'BASIC_ZOPI_AO'
export const GROWTH_KEY = 'GROWTH_ZOPI_AO_TIER_1'
export const PRO_KEY = 'PRO_ZOPI_AO_TIER_1'
export const ENTERPRISE_KEY = 'ENTERPRISE_ZOPI_AO'
