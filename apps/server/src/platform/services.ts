import type { HistorySource } from '@omni/connectors/history/history-source.ts'
import type { Mailer } from '@omni/connectors/mail/mailer.ts'
import type { PaymentProvider, PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import type { SalesReport } from '@omni/connectors/payments/sales-report.ts'
import type { OperatorSubscriptions } from '@omni/connectors/payments/subscriptions.ts'
import type { RatesSource } from '@omni/connectors/rates/rates-source.ts'
import type { Tracker } from '@omni/connectors/tracking/open-tracker.ts'
import type { SocialProvider } from '@omni/connectors/social/provider.ts'
import type { Channels } from './channels.ts'
import type { Storage } from './storage.ts'
import type { Suppliers } from './suppliers.ts'

/** The outside world as operations and jobs see it. A key that is absent is not configured here. */
export interface Services {
  mail: Mailer
  storage: Storage
  rates?: RatesSource
  suppliers: Suppliers
  channels: Channels
  history?: HistorySource
  tracker?: Tracker
  payments: Partial<Record<PaymentProviderId, PaymentProvider>>
  /** Who charges for plans. */
  subscriptions?: OperatorSubscriptions
  /** What stores were billed for their plans. */
  sales_report?: SalesReport
  socials: Partial<Record<string, SocialProvider>>
}
