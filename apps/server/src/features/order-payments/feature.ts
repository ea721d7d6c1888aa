import { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { askForPayment } from './ask-for-payment.ts'
import { cancelPayments } from './cancel-payments.ts'
import { confirmPayment } from './confirm-payment.ts'
import { fetchPayAllLink } from './fetch-pay-all-link.ts'
import { getPaymentConfirmation } from './get-payment-confirmation.ts'
import { retryAllPayments } from './retry-all-payments.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { notifyOfLink } from './notify-of-link.ts'

/** Orders that wait for payment: paying all of them, giving them up, and paying by a link. */
export const orderPayments: Feature = {
  calls: serve(orderPaymentCalls, {
    fetchPayAllLink,
    retryAllPayments,
    cancelPayments,
    sendConfirmation,
    getPaymentConfirmation,
    confirmPayment,
  }),
  on: {
    'link.paid': { 'notify who made it': { within: notifyOfLink } },
    'orders.unpaid': { 'ask for their payment': askForPayment },
  },
}
