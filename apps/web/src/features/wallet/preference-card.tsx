import { Radio, Stack } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'

type Setting = Out<typeof walletCalls.getPaymentSetting>
const USES = {
  auto: { text: 'wallet.use_auto', note: 'wallet.use_auto_text' },
  wallet: { text: 'wallet.use_wallet', note: 'wallet.use_wallet_text' },
  card: { text: 'wallet.use_card', note: 'wallet.use_card_text' },
} as const
const BEHAVIOURS = {
  default: { text: 'wallet.behaviour_default', note: 'wallet.behaviour_default_text' },
  popup: { text: 'wallet.behaviour_popup', note: 'wallet.behaviour_popup_text' },
} as const
const USE_NAMES = ['auto', 'wallet', 'card'] as const
const BEHAVIOUR_NAMES = ['default', 'popup'] as const

/** Orders spec §5: payment use, and whether it is asked each time. */
export function PreferenceCard({ setting }: { setting: Setting }) {
  const t = useT()
  const update = useAct(walletCalls.updatePaymentSetting, { refresh: [walletCalls.getPaymentSetting] })
  const save = async (change: Partial<Pick<Setting, 'use' | 'payment_behavior'>>) => {
    const reply = await update.run(change)
    if (reply.success) toast('success', t('wallet.preference_saved'))
  }
  return (
    <Card title={t('wallet.preference')} description={t('wallet.preference_text')}>
      <Stack gap={20}>
        <Radio.Group
          label={t('wallet.use')}
          name="payment-use"
          value={setting.use}
          onChange={(value) => {
            const use = USE_NAMES.find((name) => name === value)
            if (use) void save({ use })
          }}
        >
          <Stack gap={12} mt={10}>
            {USE_NAMES.map((name) => (
              <Radio key={name} value={name} label={t(USES[name].text)} description={t(USES[name].note)} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('wallet.behaviour')}
          name="payment-behaviour"
          value={setting.payment_behavior}
          onChange={(value) => {
            const payment_behavior = BEHAVIOUR_NAMES.find((name) => name === value)
            if (payment_behavior) void save({ payment_behavior })
          }}
        >
          <Stack gap={12} mt={10}>
            {BEHAVIOUR_NAMES.map((name) => (
              <Radio key={name} value={name} label={t(BEHAVIOURS[name].text)} description={t(BEHAVIOURS[name].note)} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </Card>
  )
}
