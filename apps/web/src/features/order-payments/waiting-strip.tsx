import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { query, queryClient, refreshCalls, useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import classes from './order-payments.module.css'

const PAID = [
  orderPaymentCalls.fetchPayAllLink,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  walletCalls.getWallet,
]

/** What all orders that wait for payment cost, and the ways to pay them. */
export function WaitingStrip() {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const { data } = useCall(orderPaymentCalls.fetchPayAllLink, {}, { quiet: true, keep: true })
  const [isPaying, setPaying] = useState(false)
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null)
  const [isGivingUp, setGivingUp] = useState(false)
  const cancel = useAct(orderPaymentCalls.cancelPayments, { refresh: PAID })
  const confirmation = useAct(orderPaymentCalls.sendConfirmation, { refresh: [] })
  if (!data || data.orders === 0) return null
  const show = (amount: number) => money(amount, data.currency).text
  const waitingText = () => {
    const waiting = { n: data.orders, due: show(data.due) }
    if (data.by_card > 0) return t('order_payments.waiting_card', { ...waiting, card: show(data.by_card) })
    if (data.missing > 0) return t('order_payments.waiting_short', { ...waiting, missing: show(data.missing) })
    return t('order_payments.waiting', waiting)
  }
  const payAll = async () => {
    setPaying(true)
    // A read that pays: the specification's own call.
    const answer = await queryClient
      .fetchQuery(query(orderPaymentCalls.retryAllPayments, {}, { fresh: 0 }))
      .catch(() => null)
    setPaying(false)
    if (answer) toast('success', t('order_payments.paying', { n: answer.paying, left: answer.left }))
    await refreshCalls(PAID)
  }
  const send = async () => {
    const reply = await confirmation.run({})
    if (reply.success && reply.data) setLink(reply.data)
  }
  const giveUp = async () => {
    const reply = await cancel.run({ supplier_order_ids: data.supplier_order_ids })
    if (!reply.success || !reply.data) return
    setGivingUp(false)
    toast('success', t('order_payments.given_up', { n: reply.data.cancelled }))
  }
  return (
    <div className={classes.strip}>
      <span className={classes.grow}>{waitingText()}</span>
      {data.available > 0 || data.by_card > 0 ? (
        <Button size="xs" loading={isPaying} onClick={() => void payAll()}>
          {t('order_payments.pay_all')}
        </Button>
      ) : null}
      {data.missing > 0 ? (
        <Button size="xs" variant="default" component={AppLink} href="/app/setting/wallet">
          {t('order_payments.top_up', { amount: show(data.topup) })}
        </Button>
      ) : null}
      <Button size="xs" variant="default" loading={confirmation.pending} onClick={() => void send()}>
        {t('order_payments.make_link')}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => setGivingUp(true)}>
        {t('order_payments.give_up')}
      </Button>
      <ConfirmDialog
        opened={isGivingUp}
        onClose={() => setGivingUp(false)}
        title={t('order_payments.give_up_title')}
        text={t('order_payments.give_up_text', { n: data.supplier_order_ids.length })}
        confirm={t('order_payments.give_up')}
        danger
        loading={cancel.pending}
        onConfirm={() => void giveUp()}
      />
      <Modal opened={link !== null} onClose={() => setLink(null)} title={t('order_payments.link_title')} centered>
        <Stack>
          <TextInput
            readOnly
            dir="ltr"
            label={t('order_payments.link')}
            description={t('order_payments.link_text', { date: format.date(link?.expires_at ?? new Date(0)) })}
            value={link?.url ?? ''}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            onClick={() => {
              void navigator.clipboard.writeText(link?.url ?? '')
              toast('success', t('order_payments.copied'))
            }}
          >
            {t('order_payments.copy')}
          </Button>
        </Stack>
      </Modal>
    </div>
  )
}
