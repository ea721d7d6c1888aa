import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type Charge = Out<typeof billingCalls.getPlanCharge>
export type Billing = Out<typeof billingCalls.getSubscription>
export type Subscription = NonNullable<Billing['subscription']>
export type Preview = Out<typeof billingCalls.previewPlanChange>

export const KINDS: Record<Charge['kind'], TextKey> = {
  subscribe: 'billing.kind_subscribe',
  upgrade: 'billing.kind_upgrade',
  renewal: 'billing.kind_renewal',
  extra: 'billing.kind_extra',
  ready2sale: 'billing.kind_extra',
  method: 'billing.kind_method',
  downgrade: 'billing.kind_downgrade',
  cancel: 'billing.kind_cancel',
  resume: 'billing.kind_resume',
  end: 'billing.kind_cancel',
}

export const STATES: Record<Charge['state'], { text: TextKey; tone: Tone }> = {
  opening: { text: 'billing.state_checking', tone: 'amber' },
  open: { text: 'billing.state_open', tone: 'amber' },
  checking: { text: 'billing.state_checking', tone: 'amber' },
  done: { text: 'billing.state_paid', tone: 'green' },
  past_due: { text: 'billing.state_due', tone: 'red' },
  failed: { text: 'billing.state_failed', tone: 'red' },
  expired: { text: 'billing.state_failed', tone: 'grey' },
}

const ERRORS: Record<string, TextKey> = {
  insufficient_funds: 'billing.error_insufficient_funds',
  expired_card: 'billing.error_expired_card',
  page_left: 'billing.error_page_left',
  provider_unreachable: 'billing.error_unreachable',
  plan_locked: 'billing.error_locked',
  page_declined: 'billing.error_page_declined',
}
export const errorText = (key: string | null): TextKey => ERRORS[key ?? ''] ?? 'billing.error_declined'

export const EXTRA_NAMES: Record<string, TextKey> = {
  orders_100: 'billing.extra_orders',
  imports_500: 'billing.extra_imports',
  ready2sale: 'billing.extra_ready2sale',
}
