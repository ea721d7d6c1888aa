/** How long an answer counts as fresh. A realtime message makes it old sooner (REFRESHED_BY in realtime.ts). */
import type { areas } from '@omni/contracts/all-calls.ts'

type Areas = typeof areas
/** By name: the contracts themselves would all come with the first screen. */
export type CallName = { [A in keyof Areas]: keyof Areas[A] }[keyof Areas]

/** Another tab, a colleague or a job can change these, and no message says so. */
export const UNTOLD: readonly CallName[] = [
  // The seller's own lists and settings, changed in another tab.
  'listFavourites',
  'listHiddenProducts',
  'listFavoriteSuppliers',
  'listGallery',
  'getImageOrigins',
  'listViews',
  'getProductSettings',
  'getAllProductSettings',
  'getMonitoring',
  // A look at a supplier is not told by itself.
  'listWatched',
  'getAutoUpdate',
  'getSellingPrice',
  'getOrderSettings',
  'getAllOrderSettings',
  'getAutomationRules',
  'getAutomationPanel',
  'getTrackingSettings',
  'getZopiFulfilment',
  // A sign-in elsewhere adds a session; only its end is told.
  'listSessions',
  // A consent runs out at the supplier.
  'listSourceAccounts',
  // The operator writes it, and it is about the next minutes.
  'getMaintenanceNotice',
  // Jobs fill the catalogue.
  'getIngestPlan',
  // The picture model arrives by a job.
  'getImageSearchState',
]

/** Five minutes are fine for these, and why. Its test wants a new read here, in REFRESHED_BY or in UNTOLD. */
export const FIVE_MINUTES: Record<string, readonly CallName[]> = {
  'the catalogue is minutes old anyway, and says when a price was read': [
    'findProducts',
    'findByCollection',
    'listDropshippingProducts',
    'getCategoryTree',
    'listCollections',
    'getTrendingKeywords',
    'getSuggestKeywords',
    'getRelatedKeywords',
    'listCampaignProducts',
    'listInspiredProducts',
    'listExpertsChoice',
    'listSourceSuppliers',
    'crawlBySeller',
    'getSourceProduct',
    'listReviews',
    'getProductLogistics',
    'getProductShipping',
    'getShippingCarriers',
    'getShippingWarehouses',
    'getSourceDetail',
    'listSuggestions',
  ],
  'only this person changes what follows from it, and the acts refresh it': [
    'listPersonalizedProducts',
    'listPickupLeftOff',
    'getDiscoverTools',
    'getFirstTimeInApp',
  ],
  'the past does not change': ['getWalletStatement'],
  'they change by a release or once a day': ['getPricing', 'getCurrencyRates', 'getShippingCountries'],
  'read anew each time it is opened (`fresh: 0`)': ['getProduct'],
  'done on purpose, not shown by a list': [
    'verifyEmail',
    'startSocial',
    'finishSocial',
    'rollbackAiSnapshot',
    'getAliexpressLoginUrl',
    'getAlibabaLoginUrl',
    'getPictureAt',
    'retryAllPayments',
    'getPaymentConfirmation',
    'verifyPlatform',
    'getShopInstallUrl',
    'getConsentUrl',
    'getFacebookAuth',
    'getGoogleMerchantAuth',
    'refreshStoresCurrency',
  ],
}

const MINUTE_MS = 60_000
const FRESH_MS = 5 * MINUTE_MS // orders spec §9: query staleness 5 minutes by default
const UNTOLD_FRESH_MS = MINUTE_MS / 2

export const freshFor = (name: string): number =>
  (UNTOLD as readonly string[]).includes(name) ? UNTOLD_FRESH_MS : FRESH_MS
