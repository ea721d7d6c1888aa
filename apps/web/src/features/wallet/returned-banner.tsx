import { Button, CloseButton } from '@mantine/core'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useMoney } from '../../platform/display.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useReturnedPayment } from './use-payment.ts'
import { errorText, type Payment } from './wallet-texts.ts'
import classes from './wallet.module.css'

function wordsOf(payment: Payment, hasLeft: boolean): { tone: Tone; text: TextKey } {
  if (payment.state === 'succeeded')
    return { tone: 'green', text: payment.purpose === 'save_method' ? 'wallet.card_kept' : 'wallet.topup_done' }
  if (payment.state === 'failed' || payment.state === 'expired')
    return { tone: 'red', text: errorText(payment.error_key) }
  if (payment.error_key === 'amount_differs') return { tone: 'amber', text: 'wallet.error_amount_differs' }
  return hasLeft ? { tone: 'grey', text: 'wallet.topup_left' } : { tone: 'amber', text: 'wallet.topup_checking' }
}

/** What became of the payment that the person comes back from. */
export function ReturnedBanner() {
  const t = useT()
  const money = useMoney()
  const { payment, hasLeft, close } = useReturnedPayment()
  if (!payment) return null
  const { tone, text } = wordsOf(payment, hasLeft)
  return (
    <output className={classes.banner}>
      <StatusDot tone={tone}>{t(text, { amount: money(payment.amount, payment.currency).text })}</StatusDot>
      {payment.url ? (
        <Button component="a" href={payment.url} variant="default" size="xs">
          {t('wallet.pay_on_page')}
        </Button>
      ) : null}
      <CloseButton className={classes.close ?? ''} aria-label={t('actions.close')} onClick={close} />
    </output>
  )
}
