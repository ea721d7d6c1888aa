import type { Ctx } from '../../platform/ctx.ts'
import { type PaymentSetting, readPaymentSetting } from './payment-setting.ts'

/** Orders spec §7 orders/v6/payments/setting. */
export const getPaymentSetting = (ctx: Ctx): Promise<PaymentSetting> => ctx.db.read((tx) => readPaymentSetting(tx, ctx))
