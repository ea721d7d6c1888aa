import { CHANNELS } from '@omni/domain/channels/document.ts'
import { STORE_HEALTHS } from '@omni/domain/stores/store-health.ts'
import { KEYS_BY_HAND_IDS, UNASKED_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { Id, Nothing, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** Platforms a store can be connected at. Cards that are only announced are the page's own business. */
export const PlatformField = z.enum(CHANNELS)
const Shop = z.string().trim().min(1).max(300)

/** Foundation spec §3, store. */
export const Store = z.object({
  id: z.string(),
  workplace_id: z.string(),
  platform: PlatformField,
  platform_domain: z.string(),
  domain: z.string(),
  /** `active`, or `disconnected`: its listings are shown and cannot be changed. Unlinked ones are not listed. */
  status: z.string(),
  /** As of the last look. */
  health: z.enum(STORE_HEALTHS),
  checked_at: Timestamp.nullable(),
  /** What the platform keeps from us: a scope that is missing, or personal data that the app is not approved for. */
  findings: z.array(z.object({ is: z.enum(['scope', 'protected']), name: z.string() })),
  is_default: z.boolean(),
  currency: z.string(),
  plan_name: z.string(),
  owner_email: z.string(),
  owner_name: z.string(),
  owner_id: z.string(),
  store_name: z.string(),
  metadata: z.object({
    external_channels: z.array(
      z.object({
        id: z.string(),
        handle: z.string(),
        developer_name: z.string(),
        name: z.string(),
        app_id: z.string(),
        is_active: z.boolean(),
      }),
    ),
  }),
  created_at: Timestamp,
})

/** Where a consent opens several outlets (catalogs, accounts), a person picks one. */
const Outlets = z.object({
  /** Taken with the pick: good once, for a few minutes. */
  ticket: z.string(),
  outlets: z.array(z.object({ id: z.string(), name: z.string(), owner: z.string() })),
})
const CameBack = z.object({
  /** The query of the address the platform came back to, as it is. */
  query: z.record(z.string().max(60), z.string().max(2000)),
})
const Picked = z.object({ ticket: z.string().min(1).max(200), id: z.string().trim().min(1).max(60) })
const OneOutlet = z.object({ shop: Shop })

export const storeCalls = calls({
  listStore: {
    method: 'GET',
    path: '/stores/list-store',
    about: 'The stores of the current workplace, the default one first.',
    input: z.object({}),
    data: z.object({
      items: z.array(Store),
      /** Platforms that this installation can connect. */
      connectable: z.array(PlatformField),
      /** Those of them that hand keys to an https address alone, which this installation has not: keys are copied. */
      keys_only: z.array(PlatformField),
    }),
  },
  linkPlatform: {
    method: 'POST',
    path: '/auth/platform/{platform}/link',
    unkeyed: 'waits',
    about: 'Starts connecting a store: where its owner allows us in.',
    input: z.object({ platform: PlatformField, shop: Shop }),
    data: z.object({ url: z.string() }),
  },
  installPlatform: {
    method: 'POST',
    path: '/auth/platform/{platform}/install',
    unkeyed: 'waits',
    body: 'small',
    about: 'Ends connecting a store: what came back from the platform is checked, and the store is there.',
    input: z.object({
      platform: PlatformField,
      /** The query of the address the platform came back to, as it is. */
      query: z.record(z.string().max(60), z.string().max(2000)),
    }),
    data: Store,
  },
  connectByKeys: {
    // spec: not shown
    method: 'POST',
    path: '/auth/platform/{platform}/keys',
    unkeyed: 'secret',
    body: 'small',
    about: 'Connects a store with a key and its secret that were copied from its own pages. Both are tried first.',
    input: z.object({
      platform: z.enum(KEYS_BY_HAND_IDS),
      shop: Shop,
      key: z.string().trim().min(1).max(200),
      secret: z.string().trim().min(1).max(200),
      /** It may be another account's, and is moved here. */
      moves: z.boolean().default(false),
    }),
    data: Store,
  },
  uninstallPlatform: {
    method: 'POST',
    path: '/auth/platform/{platform}/uninstall',
    unkeyed: 'waits',
    about: 'Disconnects a store. Its listings stay on record; nothing is deleted in the store.',
    input: z.object({ platform: PlatformField, shop: Shop }),
    data: z.object({
      /** Its store tells us nothing more. False: it could not be reached, and goes on until it notices. */
      unsubscribed: z.boolean(),
    }),
  },
  unlinkPlatform: {
    method: 'DELETE',
    path: '/auth/platform/unlink',
    unkeyed: 'waits',
    // spec: not shown what is sent
    about: 'Takes a store off the list, and disconnects it before if need be. Connecting it again brings it back.',
    input: z.object({ store_id: Id }),
    data: Nothing,
  },
  migrateStore: {
    // spec: not shown
    method: 'POST',
    path: '/auth/platform/{platform}/migrate',
    unkeyed: 'waits',
    about: 'Starts moving a store that another account has connected: its owner allows it at the store itself.',
    input: z.object({ platform: PlatformField, shop: Shop }),
    data: z.object({ url: z.string() }),
  },
  listMigrations: {
    // spec: not shown
    method: 'GET',
    path: '/auth/store-migrations',
    about: 'Stores that are being moved into this workplace.',
    input: z.object({}),
    data: z.object({
      items: z.array(
        z.object({
          id: Id,
          platform: PlatformField,
          platform_domain: z.string(),
          store_name: z.string(),
          /** Its middle is left out. */
          mailed_to: z.string(),
          is_confirmed: z.boolean(),
          expires_at: Timestamp,
        }),
      ),
    }),
  },
  verifyMigration: {
    method: 'POST',
    path: '/auth/store-migrate-verification',
    access: 'public',
    unkeyed: 'secret',
    about: 'The code from the mail to a store’s owner: the store is moved.',
    input: z.object({ code: z.string().trim().min(1).max(200) }),
    data: z.object({ store_name: z.string() }),
  },
  bindPlatform: {
    // spec: not shown
    method: 'POST',
    path: '/auth/platform/{platform}/bind',
    unkeyed: 'secret',
    body: 'small',
    about: 'Connects the store whose admin shows the app: the token of its frame is exchanged for access.',
    input: z.object({ platform: PlatformField, id_token: z.string().trim().min(1).max(4000) }),
    data: Store,
  },
  getFacebookAuth: {
    method: 'GET',
    path: '/auth/platform/facebook/auth',
    unkeyed: 'waits',
    about: 'Starts connecting Facebook: where its owner allows us in.',
    input: z.object({}),
    data: z.object({ url: z.string() }),
  },
  callbackFacebook: {
    method: 'POST',
    path: '/auth/platform/facebook/callback',
    unkeyed: 'waits',
    body: 'small',
    about: 'Back from Facebook: the catalogs that were opened to us, to pick one.',
    input: CameBack,
    data: Outlets,
  },
  linkFacebook: {
    method: 'POST',
    path: '/auth/platform/facebook/link',
    unkeyed: 'waits',
    about: 'Ends connecting Facebook: the one of the catalogs that was picked becomes a store.',
    input: Picked,
    data: Store,
  },
  disconnectFacebook: {
    method: 'POST',
    path: '/auth/platform/facebook/disconnect',
    unkeyed: 'waits',
    about: 'Disconnects one of the catalogs. Its listings stay on record; nothing is deleted there.',
    input: OneOutlet,
    data: Nothing,
  },
  getGoogleMerchantAuth: {
    method: 'GET',
    path: '/auth/platform/google-merchant/auth',
    unkeyed: 'waits',
    about: 'Starts connecting Google Merchant Center: where its owner allows us in.',
    input: z.object({}),
    data: z.object({ url: z.string() }),
  },
  callbackGoogleMerchant: {
    method: 'POST',
    path: '/auth/platform/google-merchant/callback',
    unkeyed: 'waits',
    body: 'small',
    about: 'Back from Google Merchant Center: the accounts that were opened to us, to pick one.',
    input: CameBack,
    data: Outlets,
  },
  linkGoogleMerchant: {
    method: 'POST',
    path: '/auth/platform/google-merchant/link',
    unkeyed: 'waits',
    about: 'Ends connecting Google Merchant Center: the one of the accounts that was picked becomes a store.',
    input: Picked,
    data: Store,
  },
  disconnectGoogleMerchant: {
    method: 'POST',
    path: '/auth/platform/google-merchant/disconnect',
    unkeyed: 'waits',
    about: 'Disconnects one of the accounts. Its listings stay on record; nothing is deleted there.',
    input: OneOutlet,
    data: Nothing,
  },
  verifyPlatform: {
    method: 'GET',
    path: '/auth/platform/verify',
    unkeyed: 'waits',
    about: 'Looks at a connection now: reachable, allowed, still told of changes; what can be mended is mended.',
    input: z.object({ store_id: Id }),
    data: Store,
  },
  getShopInstallUrl: {
    method: 'GET',
    path: '/shopify/shop/install',
    unkeyed: 'waits',
    about: 'Where the app is installed in a store whose admin shows it; the same as starting to connect that store.',
    input: z.object({ shop: Shop }),
    data: z.object({ url: z.string() }),
  },
  refreshStoresCurrency: {
    method: 'GET',
    path: '/products/refresh-stores-currency',
    unkeyed: 'waits',
    about: 'Reads the currency of every connected store again.',
    input: z.object({}),
    data: z.object({ items: z.array(z.object({ store_id: Id, currency: z.string(), changed: z.boolean() })) }),
  },
  listPublications: {
    method: 'GET',
    path: '/shopify/publications',
    unkeyed: 'waits',
    about: 'Where inside a store products can be shown.',
    input: z.object({ store_id: Id, clear_cache: Text.optional(), update_external_channels: Text.optional() }),
    data: z.object({ items: z.array(z.object({ id: z.string(), handle: z.string(), name: z.string() })) }),
  },
  getConsentUrl: {
    method: 'GET',
    path: '/auth/platform/tiktok/auth',
    unkeyed: 'waits',
    about: 'Where a seller allows us into a store of a platform whose own page knows which one it is.',
    input: z.object({ platform: z.enum(UNASKED_CHANNEL_IDS).default(UNASKED_CHANNEL_IDS[0]) }),
    data: z.object({ url: z.string() }),
  },
  listWarehouses: {
    method: 'GET',
    path: '/tiktok/warehouse',
    unkeyed: 'waits',
    about: 'Where a store of a marketplace sends from.',
    input: z.object({ store_id: Id }),
    data: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), is_default: z.boolean() })) }),
  },
  checkPrerequisites: {
    method: 'GET',
    path: '/tiktok/listing-prerequisites',
    unkeyed: 'waits',
    about: 'What a store of a marketplace must have done before it may list, in its own words.',
    input: z.object({ store_id: Id }),
    data: z.object({
      is_ready: z.boolean(),
      items: z.array(z.object({ item: z.string(), is_failed: z.boolean(), reasons: z.array(z.string()) })),
    }),
  },
  updateDefaultStore: {
    method: 'POST',
    path: '/core/stores/update-default-store',
    about: 'Makes one store of the workplace the default.',
    input: z.object({ store_id: Id }),
    data: Nothing,
  },
})
