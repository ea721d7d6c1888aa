import { Button, Radio, Select, Stack } from '@mantine/core'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { MAX_PRICE_LIMIT_PERCENT, PAY_LATER_SOURCES, PAY_MODES } from '@omni/domain/order-settings/order-settings.ts'
import { Card } from '@omni/ui/card.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { readNumber } from '../../platform/read-amount.ts'
import { NumberField } from '../product-settings/number-field.tsx'
import classes from './order-settings.module.css'
import type { SettingsFields } from './settings-fields.ts'

const MODES = {
  now: { text: 'order_settings.pay_now', note: 'order_settings.pay_now_text' },
  later: { text: 'order_settings.pay_later', note: 'order_settings.pay_later_text' },
} as const

/** Who pays, when, and how far the price may move. */
export function PayingCard({ source, settings, onChange }: SettingsFields) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const list = useCall(sourceAccountCalls.listSourceAccounts, {}, { quiet: true }).data
  const canConnect = list?.connectable.some((row) => row.source === source) ?? false
  const accounts = list?.accounts.filter((account) => account.source === source) ?? []
  const percent = (text: string) =>
    Math.min(MAX_PRICE_LIMIT_PERCENT, Math.max(0, Number(readNumber(text, locale)) || 0))
  return (
    <Card title={t('order_settings.paying')}>
      <div className={classes.stack}>
        {canConnect && accounts.length === 0 ? (
          <div className={classes.notice}>
            <span className={classes.grow}>{t('order_settings.no_account')}</span>
            <Button component={AppLink} href="/app/setting/source-account" variant="default" size="xs">
              {t('source_accounts.connect')}
            </Button>
          </div>
        ) : null}
        {accounts.length > 0 ? (
          <Select
            className={classes.short ?? ''}
            label={t('order_settings.account')}
            description={t('order_settings.account_text')}
            allowDeselect={false}
            data={accounts.map(({ account_id, account_name }) => ({ value: account_id, label: account_name }))}
            value={settings.account_id ?? accounts[0]?.account_id ?? null}
            onChange={(account_id) => onChange({ account_id })}
          />
        ) : null}
        {PAY_LATER_SOURCES.includes(source) ? (
          <Radio.Group
            label={t('order_settings.pay_mode')}
            name={`pay-mode-${source}`}
            value={settings.pay_mode}
            onChange={(value) => {
              const pay_mode = PAY_MODES.find((one) => one === value)
              if (pay_mode) onChange({ pay_mode })
            }}
          >
            <Stack gap={12} mt={10}>
              {PAY_MODES.map((mode) => (
                <Radio key={mode} value={mode} label={t(MODES[mode].text)} description={t(MODES[mode].note)} />
              ))}
            </Stack>
          </Radio.Group>
        ) : null}
        <div className={classes.short}>
          <NumberField
            label={t('order_settings.price_limit')}
            description={t('order_settings.price_limit_text')}
            suffix="%"
            value={settings.price_limit_percent}
            clean={percent}
            onChange={(price_limit_percent) => onChange({ price_limit_percent })}
          />
        </div>
      </div>
    </Card>
  )
}
