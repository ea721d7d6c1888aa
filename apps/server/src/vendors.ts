/** Every vendor there is, and how each is opened: the one place where the server names them all. */
import { channels } from '@omni/connectors/channels/registry.ts'
import { archive } from '@omni/connectors/history/archive/index.ts'
import { createMailer } from '@omni/connectors/mail/mailer.ts'
import { openVendor } from '@omni/connectors/open-vendor.ts'
import { operatorPlans, payments, storePlans } from '@omni/connectors/payments/registry.ts'
import { openExchangeRates } from '@omni/connectors/rates/open-exchange-rates/index.ts'
import { type Env, isSetUp, type ServiceDefinition } from '@omni/connectors/service.ts'
import { socials } from '@omni/connectors/social/registry.ts'
import { suppliers } from '@omni/connectors/suppliers/registry.ts'
import { tracker } from '@omni/connectors/tracking/registry.ts'
import type { Tracker } from '@omni/connectors/tracking/open-tracker.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { createChannels } from './platform/channels.ts'
import type { Connect } from './platform/runtime.ts'
import { createStorage } from './platform/storage.ts'
import { createSuppliers } from './platform/suppliers.ts'
import { recordUnread } from './platform/unread-rows.ts'
import { createPace, OPERATOR } from './platform/vendor-pace.ts'

/** The outside world as this installation is set up for it. */
export const connectVendors: Connect = (parts) => {
  const { config, db, secrets, now, time } = parts
  const env = config.vendor_env
  const followed = openTracker(parts)
  const sales_report = storePlans.report(env)
  return {
    mail: createMailer(config.SMTP_URL, config.MAIL_FROM),
    storage: createStorage(config),
    ...(config.ARCHIVE_API_KEY && { history: archive(config.ARCHIVE_URL, config.ARCHIVE_API_KEY) }),
    ...(config.RATES_APP_ID && { rates: openExchangeRates(config.RATES_URL, config.RATES_APP_ID) }),
    payments: opened(payments, env),
    ...(isSetUp(operatorPlans, env) && { subscriptions: operatorPlans.open(env) }),
    ...(sales_report && { sales_report }),
    socials: opened(socials, env),
    suppliers: createSuppliers(suppliers, { config, db, secrets, now, time }),
    channels: createChannels(channels, { config, db, now, time }),
    ...(followed && { tracker: followed }),
  }
}

/** Those that are set up here. */
const opened = <K extends string, T>(
  registry: Readonly<Record<K, ServiceDefinition & { open(env: Env): T }>>,
  env: Env,
): Partial<Record<K, T>> => {
  const found: Partial<Record<K, T>> = {}
  for (const id in registry) if (isSetUp(registry[id], env)) found[id] = registry[id].open(env)
  return found
}

/** The operator's account at the tracker. Undefined: none is set up, and parcels stay as suppliers tell them. */
function openTracker({ config, db, now, time }: Parameters<Connect>[0]): Tracker | undefined {
  const { id, limits, tracking, verify } = tracker
  const { app, start } = tracker.setup(config.vendor_env)
  if (!start) return undefined
  const connected = {
    credentials: start.credentials,
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
  const vendor = openVendor(tracker, {
    app,
    tokens,
    now,
    unread: recordUnread(db, id),
    ...createPace(db, time)(id, OPERATOR, limits),
  })
  return { ...vendor.bind(tracking), verify: (raw, header) => verify(raw, header, start.credentials) }
}
