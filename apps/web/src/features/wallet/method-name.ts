import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { SERVICE_NAMES } from '@omni/domain/vendors/manifest.ts'
import type { Translate } from '../../platform/i18n.ts'

export type Method = Out<typeof walletCalls.getPaymentSetting>['methods'][number]

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** "Visa ending 4242": a card is told apart by its brand and its last four digits, an account by its address. */
export const methodName = (t: Translate, { kind, brand, label }: Method): string =>
  kind === 'card'
    ? t('wallet.card_named', { brand: BRANDS[brand] ?? t('wallet.card'), digits: label })
    : t('wallet.account_named', { name: SERVICE_NAMES[kind], account: label })
