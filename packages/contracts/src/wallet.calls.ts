import { CARD_PAYMENT_ID, PAYMENT_IDS } from '@omni/domain/vendors/manifest.ts'
import { KEPT_KINDS, PAYMENT_METHODS, TOPUP_METHODS } from '@omni/domain/wallet/methods.ts'
import { MOVEMENT_NAMES } from '@omni/domain/wallet/movements.ts'
import { z } from 'zod'
import { CurrencyCode, Id, Text, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

const PAYMENT_STATES = [
  'opening',
  'open',
  'checking',
  'authorised',
  'succeeded',
  'failed',
  'expired',
  'released',
] as const
/** How many rows one export holds. */
export const MAX_EXPORTED = 5000

const Payment = z.object({
  payment_id: Id,
  purpose: z.enum(['topup', 'auto_topup', 'save_method', 'orders']),
  provider: z.enum(PAYMENT_IDS),
  state: z.enum(PAYMENT_STATES),
  amount: z.int(),
  currency: CurrencyCode,
  /** The provider's page, while it can be paid there. */
  url: z.string().nullable(),
  error_key: z.string().nullable(),
  created_at: Timestamp,
})

const Money = z.int()
/** A kept card or account. */
const Method = z.object({
  method_id: Id,
  kind: z.enum(KEPT_KINDS),
  brand: z.string(),
  label: z.string(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  is_default: z.boolean(),
})

const AutoTopup = z.object({ on: z.boolean(), below: Money, amount: Money, monthly_cap: Money })

const Setting = z.object({
  payment_behavior: z.enum(['default', 'popup']),
  use: z.enum(['auto', 'wallet', 'card']),
  auto_topup: AutoTopup,
  methods: z.array(Method),
  /** Whether a card can be added here. */
  can_add_card: z.boolean(),
})

const logFilter = {
  type: z.enum(['all', 'in', 'out', 'held']).default('all'),
  /** Days back from now; left out: everything. */
  days: z.coerce.number().int().min(1).max(3660).optional(),
}

const Movement = z.object({
  txn_id: Id,
  kind: z.enum(MOVEMENT_NAMES),
  direction: z.enum(['in', 'out', 'held']),
  /** How what the wallet holds changed, money on hold included. Of a hold: 0. */
  amount: Money,
  /** Of a hold or a release: how much. */
  held: Money,
  /** Of the amount or the hold, how much was bonus. */
  bonus: Money,
  /** What the wallet held afterwards. Null where a filter hides what is between. */
  balance: Money.nullable(),
  /** The supplier order, or the provider's name of the payment. */
  subject: z.string().nullable(),
  order_number: z.string().nullable(),
  order_id: Id.nullable(),
  happened_at: Timestamp,
})

export const walletCalls = calls({
  getWallet: {
    method: 'GET',
    path: '/payments/user/wallets',
    about: 'What the wallet holds, what is on hold, what is owed, and whether its terms were accepted.',
    input: z.object({}),
    data: z.object({
      currency: CurrencyCode,
      balance_bonus: Money,
      balance_topup: Money,
      total_balance: Money,
      on_hold: Money,
      owed: Money,
      policy: z.object({ version: z.int(), accepted: z.boolean(), accepted_at: Timestamp.nullable() }),
      /** How it can be topped up here; none: no provider is set up. */
      topup_by: z.array(z.enum(TOPUP_METHODS)),
      min_topup: Money,
      max_topup: Money,
      auto_topup: AutoTopup,
    }),
  },
  topupWallet: {
    method: 'POST',
    path: '/payments/user/wallets/topup',
    about: 'Starts a top-up. A job opens the page of the provider, or charges a kept card.',
    input: z.object({
      /** Minor units. */
      amount: z.int(),
      currency: z.string().max(8).default('USD'),
      method: z.enum(TOPUP_METHODS).default(CARD_PAYMENT_ID),
      /** Of `credit_card`; left out: the default one. */
      method_id: Id.optional(),
      save_method: z.boolean().default(false),
    }),
    data: Payment,
  },
  getPayment: {
    // spec: not shown
    method: 'GET',
    path: '/payments/user/wallets/topup/{payment_id}',
    about: 'How far a payment is.',
    input: z.object({ payment_id: Id }),
    data: Payment,
  },
  checkPayment: {
    // spec: not shown
    method: 'POST',
    path: '/payments/user/wallets/topup/{payment_id}/check',
    unkeyed: 'same_again',
    about: 'The person came back from the page of the provider: asks there what became of it.',
    input: z.object({ payment_id: Id }),
    data: Payment,
  },
  acceptWalletPolicy: {
    method: 'POST',
    path: '/payments/user/wallets/accept-policy',
    unkeyed: 'same_again',
    about: 'Accepts the terms of the wallet, by their version.',
    input: z.object({ version: z.int() }),
    data: z.object({ version: z.int(), accepted_at: Timestamp }),
  },
  getWalletChart: {
    method: 'GET',
    path: '/payments/user/wallets/chart-summary',
    about: 'Money in and out, day by day.',
    input: z.object({ days: z.coerce.number().int().min(1).max(92).default(14) }),
    data: z.object({
      currency: CurrencyCode,
      money_in: Money,
      money_out: Money,
      days: z.array(z.object({ day: z.string(), money_in: Money, money_out: Money })),
    }),
  },
  getWalletBonus: {
    method: 'GET',
    path: '/orders/v7/wallet/bonus',
    about: 'The bonus that can be spent, and what was given so far.',
    input: z.object({}),
    data: z.object({ currency: CurrencyCode, balance_bonus: Money, given: Money, spent: Money }),
  },
  listTransactionLogs: {
    method: 'GET',
    path: '/orders/v10/payments/transaction-logs',
    about: 'Movements of the wallet, newest first.',
    input: z.object({ ...page, ...logFilter }),
    data: listOf(Movement),
  },
  countTransactionLogs: {
    method: 'GET',
    path: '/orders/v10/payments/transaction-logs/count',
    about: 'How many movements there are of each direction.',
    input: z.object({ days: logFilter.days }),
    data: z.object({ all: z.int(), in: z.int(), out: z.int(), held: z.int() }),
  },
  exportTransactionLogs: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v10/payments/transaction-logs/export',
    heavy: true,
    about: 'Movements as a file: CSV or JSON, the newest 5,000.',
    input: z.object({ ...logFilter, format: z.enum(['csv', 'json']).default('csv') }),
    data: z.object({ name: z.string(), type: z.string(), text: z.string(), rows: z.int(), is_capped: z.boolean() }),
  },
  getWalletStatement: {
    // spec: not shown
    method: 'GET',
    path: '/payments/user/wallets/statement',
    about: 'What each account of the wallet held at a moment. `known`: as it was known then.',
    input: z.object({ at: z.iso.datetime({ offset: true }), by: z.enum(['effective', 'known']).default('effective') }),
    data: z.object({
      currency: CurrencyCode,
      at: Timestamp,
      accounts: z.array(z.object({ account: Text, amount: Money })),
      total: Money,
    }),
  },
  getPaymentSetting: {
    method: 'GET',
    path: '/orders/v6/payments/setting',
    about: 'How orders are paid, automatic top-up, and the methods that are kept.',
    input: z.object({}),
    data: Setting,
  },
  updatePaymentSetting: {
    method: 'PUT',
    path: '/orders/v6/payments/setting',
    unkeyed: 'same_again',
    about: 'Changes how orders are paid and the automatic top-up. What is left out stays.',
    input: z.object({
      payment_behavior: Setting.shape.payment_behavior.optional(),
      use: Setting.shape.use.optional(),
      auto_topup: AutoTopup.optional(),
    }),
    data: Setting,
  },
  changePaymentInfo: {
    method: 'POST',
    path: '/orders/v6/payments/info',
    about: "Adds a card on the provider's own page, makes a method the default, or removes it.",
    input: z.object({ action: z.enum(['add', 'default', 'remove']), method_id: Id.optional() }),
    /** `payment`: the page on which the card is typed. */
    data: z.object({ setting: Setting, payment: Payment.nullable() }),
  },
  getPaymentAutomation: {
    method: 'GET',
    path: '/payments/automation/info',
    about: 'Which methods may pay without a click. The wallet always may, the page for cards never does.',
    input: z.object({}),
    data: z.object({
      methods: z.array(
        z.object({
          method: z.enum(PAYMENT_METHODS),
          enabled: z.boolean(),
          available: z.boolean(),
          is_auto: z.boolean(),
        }),
      ),
    }),
  },
  setPaymentAutomation: {
    method: 'POST',
    path: '/payments/automation/{provider_method}/{status}',
    unkeyed: 'same_again',
    about: 'Lets a method pay without a click, or no longer.',
    input: z.object({ provider_method: z.enum(PAYMENT_METHODS), status: z.enum(['enable', 'disable']) }),
    data: z.object({ method: z.enum(PAYMENT_METHODS), enabled: z.boolean() }),
  },
})
