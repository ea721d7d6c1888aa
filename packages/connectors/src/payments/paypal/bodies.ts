import { toDecimal } from '@omni/domain/money.ts'
import type { ChargeInput, PageInput } from '../provider.ts'

export const amountOf = (amount: number, currency: string) => ({
  currency_code: currency,
  value: toDecimal(amount, currency),
})

const unitOf = (input: { reference: string; amount: number; currency: string }, description: string) => ({
  amount: amountOf(input.amount, input.currency),
  custom_id: input.reference,
  // Unique per payment: PayPal refuses a second one, beyond the life of a request id too.
  invoice_id: input.reference,
  description,
})

export const pageBody = (input: PageInput) => ({
  intent: 'CAPTURE',
  purchase_units: [unitOf(input, input.title)],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: input.success_url,
        cancel_url: input.cancel_url,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      },
      ...(input.save_method && {
        attributes: { vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT', customer_type: 'BUSINESS' } },
      }),
    },
  },
})

export const chargeBody = (input: ChargeInput) => ({
  intent: input.take === 'authorise' ? 'AUTHORIZE' : 'CAPTURE',
  purchase_units: [unitOf(input, 'Omni')],
  payment_source: {
    paypal: {
      vault_id: input.method_ref,
      stored_credential: { payment_initiator: 'MERCHANT', usage: 'SUBSEQUENT', usage_pattern: 'UNSCHEDULED_POSTPAID' },
    },
  },
})
