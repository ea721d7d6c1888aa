import { z } from 'zod'
import { CurrencyCode, Id, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'
import { MAX_PLACED } from './placement.calls.ts'

const Link = z.object({
  amount: z.int(),
  currency: CurrencyCode,
  orders: z.int(),
  /**
   * `new`: can be paid. `paying`: its payment is under way. `failed`: the last try came to nothing, and it can be paid.
   * `gone`: none of its orders waits any more.
   */
  state: z.enum(['new', 'paying', 'paid', 'failed', 'gone']),
  /** The page of the provider, while it can be paid there. */
  url: z.string().nullable(),
  expires_at: Timestamp,
})

export const orderPaymentCalls = calls({
  fetchPayAllLink: {
    method: 'GET',
    path: '/orders/v5/fetch-zopi-pay-all-link',
    about: 'What all orders that wait for payment cost, and what the wallet lacks for them.',
    input: z.object({}),
    data: z.object({
      orders: z.int(),
      /** The oldest of them, as many as one call can give up. */
      supplier_order_ids: z.array(Id),
      currency: CurrencyCode,
      due: z.int(),
      available: z.int(),
      missing: z.int(),
      /** What the kept card would be asked for, as the payment setting says. */
      by_card: z.int(),
      /** What to top up with: never less than the least top-up. */
      topup: z.int(),
    }),
  },
  retryAllPayments: {
    // The specification's GET; a browser call needs the app header, so no other site can make it.
    method: 'GET',
    path: '/orders/v6/payments/retry-all',
    about:
      'Pays all orders that wait for payment, oldest first, from the wallet, the kept card or both, as the setting says.',
    input: z.object({}),
    data: z.object({ paying: z.int(), left: z.int() }),
  },
  cancelPayments: {
    method: 'POST',
    path: '/orders/v5/payments/cancel',
    unkeyed: 'same_again',
    about: 'Gives up orders that wait for payment: they are stopped at the supplier and can be ordered again.',
    input: z.object({ supplier_order_ids: z.array(Id).min(1).max(MAX_PLACED) }),
    data: z.object({ cancelled: z.int() }),
  },
  sendConfirmation: {
    // spec: not shown; "create and send confirmation to pay"
    method: 'POST',
    path: '/orders/v5/payments/send-confirmation',
    about: 'Makes a link with which somebody without an account pays the orders that wait now.',
    input: z.object({}),
    data: z.object({ url: z.string(), amount: z.int(), orders: z.int(), expires_at: Timestamp }),
  },
  getPaymentConfirmation: {
    method: 'GET',
    path: '/open-api/orders/payment-confirmation',
    access: 'public',
    about: 'What a link asks for, and how far its payment is.',
    input: z.object({ code: Text.min(1).max(200) }),
    data: Link,
  },
  confirmPayment: {
    method: 'POST',
    path: '/open-api/orders/payment-confirmation',
    access: 'public',
    about: 'Uses a link: starts a payment of its orders that still wait. Used again, it answers that payment.',
    input: z.object({ code: Text.min(1).max(200) }),
    data: Link,
  },
})
