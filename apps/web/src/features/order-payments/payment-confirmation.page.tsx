import { Button, Skeleton } from '@mantine/core'
import { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { Card } from '@omni/ui/card.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { Page } from '@omni/ui/page.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import classes from './order-payments.module.css'

const ASK_EVERY_MS = 2000
const go = (url: string) => window.location.assign(url)

/** /app/orders/payment-confirmation?code=… — pays what a link asks for. Nobody is signed in here. */
export function PaymentConfirmationPage() {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const [query] = useState(() => new URLSearchParams(window.location.search))
  const code = query.get('code') ?? ''
  const reading = useCall(orderPaymentCalls.getPaymentConfirmation, { code }, { quiet: true, enabled: code !== '' })
  const confirm = useAct(orderPaymentCalls.confirmPayment, {
    refresh: [orderPaymentCalls.getPaymentConfirmation],
    quiet: true,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const link = reading.data
  const isPaying = link?.state === 'paying'
  const { refetch } = reading
  useEffect(() => {
    if (!isPaying) return
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isPaying, refetch])
  const url = link?.url ?? null
  const wasPressed = useRef(false)
  useEffect(() => {
    // Only where the button was pressed here: whoever comes back from the page is not sent there again.
    if (url === null || !wasPressed.current) return
    wasPressed.current = false
    go(url)
  }, [url])
  const canPay = link?.state === 'new' || link?.state === 'failed' || url !== null
  const pay = async () => {
    wasPressed.current = true
    const reply = await confirm.run({ code })
    if (!reply.success) setProblem(reply.message)
  }
  if (code === '' || reading.isError)
    return (
      <main className={classes.page}>
        <Page title={t('order_payments.confirm_title')} width="narrow">
          <Card>
            <ErrorState
              title={t('order_payments.link_failed')}
              text={reading.error?.message ?? t('order_payments.no_code')}
              onRetry={() => void reading.refetch()}
              retrying={reading.isFetching}
            />
          </Card>
        </Page>
      </main>
    )
  return (
    <main className={classes.page}>
      <Page title={t('order_payments.confirm_title')} description={t('order_payments.confirm_text')} width="narrow">
        <Card>
          {link ? (
            <>
              <p className={classes.amount}>
                <bdi dir="ltr">{formatMinor(link.amount, link.currency, locale)}</bdi>
              </p>
              <p className={classes.note}>{t('order_payments.confirm_orders', { n: link.orders })}</p>
              {link.state === 'paid' ? <StatusDot tone="green">{t('order_payments.paid')}</StatusDot> : null}
              {link.state === 'failed' ? <StatusDot tone="red">{t('order_payments.ended')}</StatusDot> : null}
              {link.state === 'gone' ? <StatusDot tone="amber">{t('order_payments.gone')}</StatusDot> : null}
              {canPay ? <p className={classes.note}>{t('order_payments.charged_for')}</p> : null}
              {isPaying && url === null ? <StatusDot tone="amber">{t('order_payments.opening')}</StatusDot> : null}
              {problem ? <p role="alert">{problem}</p> : null}
              {link.state === 'new' || link.state === 'failed' ? (
                <Button loading={confirm.pending} onClick={() => void pay()}>
                  {t('order_payments.go_to_page')}
                </Button>
              ) : null}
              {url ? (
                <Button component="a" href={url}>
                  {t('order_payments.go_to_page')}
                </Button>
              ) : null}
            </>
          ) : (
            <Skeleton height={120} />
          )}
        </Card>
      </Page>
    </main>
  )
}
