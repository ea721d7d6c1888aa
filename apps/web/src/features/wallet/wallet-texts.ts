import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type Payment = Out<typeof walletCalls.getPayment>
export type Movement = Out<typeof walletCalls.listTransactionLogs>['items'][number]

export const MOVEMENTS: Record<Movement['kind'], { text: TextKey; tone: Tone; state: TextKey }> = {
  topup: { text: 'wallet.kind_topup', tone: 'green', state: 'wallet.state_settled' },
  auto_topup: { text: 'wallet.kind_auto_topup', tone: 'green', state: 'wallet.state_settled' },
  bonus: { text: 'wallet.kind_bonus', tone: 'green', state: 'wallet.state_settled' },
  cashback: { text: 'wallet.kind_cashback', tone: 'green', state: 'wallet.state_settled' },
  cashback_back: { text: 'wallet.kind_cashback_back', tone: 'grey', state: 'wallet.state_settled' },
  supplier_refund: { text: 'wallet.kind_supplier_refund', tone: 'green', state: 'wallet.state_settled' },
  hold: { text: 'wallet.kind_hold', tone: 'amber', state: 'wallet.state_held' },
  release: { text: 'wallet.kind_release', tone: 'grey', state: 'wallet.state_released' },
  placed: { text: 'wallet.kind_placed', tone: 'green', state: 'wallet.state_paid' },
  placed_late: { text: 'wallet.kind_placed_late', tone: 'amber', state: 'wallet.state_paid' },
  plan_extra: { text: 'wallet.kind_plan_extra', tone: 'green', state: 'wallet.state_paid' },
  owed_paid: { text: 'wallet.kind_owed_paid', tone: 'green', state: 'wallet.state_paid' },
}

const ERRORS: Record<string, TextKey> = {
  INSTRUMENT_DECLINED: 'wallet.error_account_declined',
  PAYER_CANNOT_PAY: 'wallet.error_account_declined',
  PAYER_ACTION_REQUIRED: 'wallet.error_account_declined',
  PAYER_ACCOUNT_RESTRICTED: 'wallet.error_account_declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'wallet.error_account_declined',
  TRANSACTION_REFUSED: 'wallet.error_account_declined',
  declined: 'wallet.error_account_declined',
  insufficient_funds: 'wallet.error_insufficient_funds',
  expired_card: 'wallet.error_expired_card',
  authentication_required: 'wallet.error_authentication_required',
  page_left: 'wallet.error_page_left',
  amount_differs: 'wallet.error_amount_differs',
  provider_unreachable: 'wallet.error_provider_unreachable',
}
export const errorText = (key: string | null): TextKey => ERRORS[key ?? ''] ?? 'wallet.error_card_declined'
