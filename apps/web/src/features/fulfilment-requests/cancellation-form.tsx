import { Button } from '@mantine/core'
import { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { REFRESH } from './request-texts.ts'
import classes from './requests.module.css'

/** Answered by itself as a rule; here the store did not take the answer, or the order came late. */
export function CancellationForm({ request_id }: { request_id: string }) {
  const { t } = useCardShow()
  const [refused, setRefused] = useState<string | null>(null)
  const answer = useAct(fulfilmentRequestCalls.answerFulfilmentRequest, { refresh: REFRESH, quiet: true })
  const send = async (accept: boolean) => {
    setRefused(null)
    const reply = await answer.run({ request_id, accept })
    if (!reply.success) return setRefused(reply.message)
    toast('success', t('orders.request_sent'))
  }
  return (
    <>
      {refused ? (
        <p className={classes.refused} role="alert">
          {refused}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button size="xs" loading={answer.pending} onClick={() => void send(true)}>
          {t('orders.request_cancel_accept')}
        </Button>
        <Button size="xs" variant="default" disabled={answer.pending} onClick={() => void send(false)}>
          {t('orders.request_cancel_decline')}
        </Button>
      </div>
    </>
  )
}
