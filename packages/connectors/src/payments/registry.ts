/** Everybody who takes money for us: what is paid once, and the plans. */
import { paddle } from './paddle/index.ts'
import { paypal } from './paypal/index.ts'
import type { PaymentDefinition, PaymentProviderId } from './provider.ts'
import { shopifyPlans } from './shopify/index.ts'
import { stripe } from './stripe/index.ts'
import type { OperatorPlans, StorePlans } from './subscriptions.ts'

export const payments: Record<PaymentProviderId, PaymentDefinition> = { stripe, paypal }
export const operatorPlans: OperatorPlans = paddle
export const storePlans: StorePlans = shopifyPlans
