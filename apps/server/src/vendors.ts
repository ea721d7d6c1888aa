/** Every vendor there is, and how each is opened: the one place where the server names them all. */
import { channels } from '@omni/connectors/channels/registry.ts'
import { archive } from '@omni/connectors/history/archive/index.ts'
import { createMailer } from '@omni/connectors/mail/mailer.ts'
import { openVendor } from '@omni/connectors/open-vendor.ts'
import { paddle } from '@omni/connectors/payments/paddle/index.ts'
import { paypal } from '@omni/connectors/payments/paypal/index.ts'
import { shopifyReport } from '@omni/connectors/payments/shopify/report.ts'
import { stripe } from '@omni/connectors/payments/stripe/index.ts'
import { openExchangeRates } from '@omni/connectors/rates/open-exchange-rates/index.ts'
import { facebook } from '@omni/connectors/social/facebook/index.ts'
import { google } from '@omni/connectors/social/google/index.ts'
import { suppliers } from '@omni/connectors/suppliers/registry.ts'
import { seventeenTrack, verifyMessage } from '@omni/connectors/tracking/seventeen-track/index.ts'
import type { Tracker } from '@omni/connectors/tracking/open-tracker.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { createChannels } from './platform/channels.ts'
import type { Connect } from './platform/runtime.ts'
import { createStorage } from './platform/storage.ts'
import { createSuppliers } from './platform/suppliers.ts'
import { createPace, OPERATOR } from './platform/vendor-pace.ts'

/** The outside world as this installation is set up for it. */
export const connectVendors: Connect = (parts) => {
  const { config, db, secrets, now } = parts
  const tracker = openTracker(parts)
  return {
    mail: createMailer(config.SMTP_URL, config.MAIL_FROM),
    storage: createStorage(config),
    ...(config.ARCHIVE_API_KEY && { history: archive(config.ARCHIVE_URL, config.ARCHIVE_API_KEY) }),
    ...(config.RATES_APP_ID && { rates: openExchangeRates(config.RATES_URL, config.RATES_APP_ID) }),
    payments: {
      ...(config.STRIPE_SECRET_KEY && {
        stripe: stripe({
          url: config.STRIPE_URL,
          secret_key: config.STRIPE_SECRET_KEY,
          webhook_secret: config.STRIPE_WEBHOOK_SECRET,
        }),
      }),
      ...(config.PAYPAL_CLIENT_ID && {
        paypal: paypal({
          url: config.PAYPAL_URL,
          client_id: config.PAYPAL_CLIENT_ID,
          client_secret: config.PAYPAL_CLIENT_SECRET,
          webhook_id: config.PAYPAL_WEBHOOK_ID,
        }),
      }),
    },
    ...(config.PADDLE_API_KEY && {
      subscriptions: paddle({
        url: config.PADDLE_URL,
        api_key: config.PADDLE_API_KEY,
        webhook_secret: config.PADDLE_WEBHOOK_SECRET,
      }),
    }),
    ...(config.SHOPIFY_PARTNER_TOKEN && {
      sales_report: shopifyReport({
        url: config.SHOPIFY_PARTNER_URL,
        organisation: config.SHOPIFY_PARTNER_ORGANISATION,
        access_token: config.SHOPIFY_PARTNER_TOKEN,
        api_key: config.vendor_env['SHOPIFY_API_KEY'] ?? '',
      }),
    }),
    socials: {
      ...(config.GOOGLE_CLIENT_ID && {
        google: google({
          issuer: config.GOOGLE_ISSUER,
          client_id: config.GOOGLE_CLIENT_ID,
          client_secret: config.GOOGLE_CLIENT_SECRET,
        }),
      }),
      ...(config.FACEBOOK_APP_ID && {
        facebook: facebook({
          dialog_url: config.FACEBOOK_DIALOG_URL,
          graph_url: config.FACEBOOK_GRAPH_URL,
          app_id: config.FACEBOOK_APP_ID,
          app_secret: config.FACEBOOK_APP_SECRET,
        }),
      }),
    },
    suppliers: createSuppliers(suppliers, { config, db, secrets, now }),
    channels: createChannels(channels, { config, db, now }),
    ...(tracker && { tracker }),
  }
}

/** The operator's account at the tracker. Undefined: none is set up, and parcels stay as suppliers tell them. */
function openTracker({ config, db, now }: Parameters<Connect>[0]): Tracker | undefined {
  const { SEVENTEEN_TRACK_URL: base_url, SEVENTEEN_TRACK_KEY: key } = config
  if (key === '') return undefined
  const { id, limits, tracking } = seventeenTrack
  const connected = {
    credentials: { key },
    account_id: OPERATOR,
    account_name: OPERATOR,
    expires_at: null,
    refresh_expires_at: null,
  }
  const tokens = {
    read: async () => ({ connected, version: 1 }),
    // A key has no end of its own: one that is refused has to be set anew.
    renew: async () => {
      throw new VendorError(id, 'auth_expired', 'the key is refused')
    },
  }
  const vendor = openVendor(seventeenTrack, { app: { base_url }, tokens, now, ...createPace(db)(id, OPERATOR, limits) })
  return { ...vendor.bind(tracking), verify: (raw, header) => verifyMessage(raw, header('sign'), key) }
}
