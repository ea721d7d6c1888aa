import type { SellingPrice } from '../pricing/price-rule.ts'
import type { ProductSettings } from '../product-settings/defaults.ts'
import type { FeeTerms } from './order-profit.ts'

interface FeeSettings {
  selling_price: Pick<SellingPrice, 'channel_fee_percent' | 'payment_fee_percent' | 'payment_fee_fixed' | 'currency'>
  channels: readonly Pick<ProductSettings['channels'][number], 'channel' | 'fee_percent' | 'fee_fixed'>[]
}

/** What is kept of a sale where no channel is named. */
export const usualFeeTerms = (rule: FeeSettings['selling_price']): FeeTerms => ({
  percent: rule.channel_fee_percent + rule.payment_fee_percent,
  fixed: rule.payment_fee_fixed,
  currency: rule.currency,
})

/** What a channel and the payment there keep of a sale. Null: nobody keeps anything of a sale made by hand. */
export function feeTermsOf({ selling_price, channels }: FeeSettings, channel: string): FeeTerms | null {
  const own = channels.find((one) => one.channel === channel)
  if (!own) return null
  return {
    percent: (own.fee_percent ?? selling_price.channel_fee_percent) + selling_price.payment_fee_percent,
    fixed: own.fee_fixed + selling_price.payment_fee_fixed,
    currency: selling_price.currency,
  }
}
