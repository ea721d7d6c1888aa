import { Button, Checkbox, Modal, Radio, Stack, TextInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { parseMinor } from '@omni/domain/money.ts'
import { ACCOUNT_PAYMENT_IDS, CARD_PAYMENT_ID, SERVICE_NAMES } from '@omni/domain/vendors/manifest.ts'
import { methodOf } from '@omni/domain/wallet/methods.ts'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { intlLocale, type Translate, useLanguage, useT } from '../../platform/i18n.ts'
import { fieldErrors, useCall } from '../../platform/query.ts'
import { readNumber } from '../../platform/read-amount.ts'
import { type Method, methodName } from './method-name.ts'
import { useStartedPayment, WALLET_READS } from './use-payment.ts'
import { errorText } from './wallet-texts.ts'
import classes from './wallet.module.css'

type AccountId = (typeof ACCOUNT_PAYMENT_IDS)[number]
type Wallet = Out<typeof walletCalls.getWallet>
const QUICK = [5000, 10_000, 25_000, 50_000]

function payText(t: Translate, chosen: Method | undefined, account: AccountId | undefined): string {
  if (chosen)
    return chosen.kind === 'card'
      ? t('wallet.charge_card')
      : t('wallet.charge_account', { name: SERVICE_NAMES[chosen.kind] })
  return account ? t('wallet.go_to_account', { name: SERVICE_NAMES[account] }) : t('wallet.go_to_page')
}

/** How much, and by what. The card is typed on the bank's own page, never here. */
export function TopupDialog({ wallet, opened, onClose }: { wallet: Wallet; opened: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Modal opened={opened} onClose={onClose} title={t('wallet.top_up')} centered>
      <TopupForm wallet={wallet} onDone={onClose} />
    </Modal>
  )
}

function TopupForm({ wallet, onDone }: { wallet: Wallet; onDone: () => void }) {
  const t = useT()
  const money = useMoney()
  const locale = intlLocale(useLanguage())
  const setting = useCall(walletCalls.getPaymentSetting, {}, { quiet: true }).data
  const kept = setting?.methods ?? []
  const [typed, setTyped] = useState('100')
  // A provider's page, or a kept method.
  const pages = [CARD_PAYMENT_ID, ...ACCOUNT_PAYMENT_IDS].filter((id) => wallet.topup_by.includes(id))
  const [by, setBy] = useState<string>(pages[0] ?? CARD_PAYMENT_ID)
  const account = ACCOUNT_PAYMENT_IDS.find((id) => id === by)
  const chosen = kept.find(({ method_id }) => method_id === by)
  const [keeps, setKeeps] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const topup = useAct(walletCalls.topupWallet, { refresh: WALLET_READS, quiet: true })
  const started = useStartedPayment()
  const { payment } = started
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const amount = parseMinor(readNumber(typed, locale) ?? '', wallet.currency)
    if (!amount.ok) return setProblem(t('wallet.amount_invalid'))
    const method = chosen
      ? { method: methodOf(chosen.kind), method_id: by }
      : { method: account ?? CARD_PAYMENT_ID, save_method: keeps }
    const reply = await topup.run({ amount: amount.value, currency: wallet.currency, ...method })
    if (!reply.success || !reply.data) return setProblem(fieldErrors(reply)['amount'] ?? reply.message)
    started.start(reply.data.payment_id)
  }
  if (payment?.state === 'succeeded')
    return (
      <Stack>
        <output>{t('wallet.topup_done', { amount: money(payment.amount, payment.currency).text })}</output>
        <Button onClick={onDone}>{t('actions.close')}</Button>
      </Stack>
    )
  const isOver = payment?.state === 'failed' || payment?.state === 'expired'
  const shown = isOver ? t(errorText(payment.error_key)) : problem
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <TextInput
          label={t('wallet.amount')}
          description={t('wallet.amount_limits', {
            min: money(wallet.min_topup, wallet.currency).text,
            max: money(wallet.max_topup, wallet.currency).text,
          })}
          leftSection={<span aria-hidden="true">$</span>}
          inputMode="decimal"
          dir="ltr"
          maxLength={20}
          value={typed}
          error={shown}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
            started.stop()
          }}
        />
        <div className={classes.quick}>
          {QUICK.map((amount) => (
            <Button key={amount} variant="default" size="xs" onClick={() => setTyped(String(amount / 100))}>
              {money(amount, wallet.currency).text}
            </Button>
          ))}
        </div>
        <Radio.Group label={t('wallet.pay_by')} name="pay-by" value={by} onChange={setBy}>
          <Stack gap={10} mt={8}>
            {kept.map((method) => (
              <Radio key={method.method_id} value={method.method_id} label={methodName(t, method)} />
            ))}
            {pages.map((id) =>
              id === CARD_PAYMENT_ID ? (
                <Radio key={id} value={id} label={t('wallet.by_page')} description={t('wallet.by_page_text')} />
              ) : (
                <Radio
                  key={id}
                  value={id}
                  label={SERVICE_NAMES[id]}
                  description={t('wallet.by_account_text', { name: SERVICE_NAMES[id] })}
                />
              ),
            )}
          </Stack>
        </Radio.Group>
        {chosen ? null : (
          <Checkbox
            label={account ? t('wallet.keep_account', { name: SERVICE_NAMES[account] }) : t('wallet.keep_card')}
            checked={keeps}
            onChange={(event) => setKeeps(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={topup.pending || (started.isOpening && !isOver)}>
          {payText(t, chosen, account)}
        </Button>
        {started.isOpening && !isOver ? (
          <output className={classes.note}>{t(chosen ? 'wallet.charging' : 'wallet.opening')}</output>
        ) : null}
      </Stack>
    </form>
  )
}
