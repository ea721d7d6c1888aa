import { Button, Checkbox, Select, Textarea } from '@mantine/core'
import { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import { DECLINE_REASONS } from '@omni/domain/fulfilments/requests.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { REASON_TEXTS, REFRESH, type Request } from './request-texts.ts'
import classes from './requests.module.css'

type Reason = (typeof DECLINE_REASONS)[number]
const OTHER: Reason = 'other'

/** Line by line. A part of a line cannot be taken; one line that is not taken declines the request, and says so. */
export function AnswerForm({ request: { request_id, lines } }: { request: Request }) {
  const { t } = useCardShow()
  const [declined, setDeclined] = useState<Record<string, Reason>>(() =>
    Object.fromEntries(lines.filter(({ is_partial }) => is_partial).map(({ item_id }) => [item_id, OTHER])),
  )
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const answer = useAct(fulfilmentRequestCalls.answerFulfilmentRequest, { refresh: REFRESH, quiet: true })
  const left = lines.flatMap(({ item_id }) => {
    const reason = declined[item_id]
    return reason ? [{ item_id, reason }] : []
  })
  const isTaken = left.length === 0

  const take = (item_id: string, taken: boolean) => {
    const { [item_id]: _, ...others } = declined
    setDeclined(taken ? others : { ...others, [item_id]: OTHER })
  }
  const send = async () => {
    setRefused(null)
    const reply = await answer.run({ request_id, accept: isTaken, declined: left, note })
    if (!reply.success) return setRefused(reply.message)
    toast('success', t('orders.request_sent'))
  }
  return (
    <form
      className={classes.form}
      aria-label={t('orders.request_title')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <fieldset className={classes.choice}>
        <legend>{t('orders.request_lines')}</legend>
        {lines.map(({ item_id, title, variant_title, quantity, wanted, is_partial }) => {
          const reason = declined[item_id]
          return (
            <div key={item_id} className={classes.line}>
              <Checkbox
                label={<span dir="auto">{[`${quantity} × ${title}`, variant_title].filter(Boolean).join(' · ')}</span>}
                checked={reason === undefined}
                disabled={is_partial}
                onChange={(event) => take(item_id, event.currentTarget.checked)}
              />
              {is_partial ? (
                <p className={classes.words}>{t('orders.request_part', { n: quantity, all: wanted })}</p>
              ) : null}
              {reason && !is_partial ? (
                <Select
                  size="xs"
                  aria-label={t('orders.request_why', { title })}
                  allowDeselect={false}
                  data={DECLINE_REASONS.map((one) => ({ value: one, label: t(REASON_TEXTS[one]) }))}
                  value={reason}
                  onChange={(value) =>
                    setDeclined({ ...declined, [item_id]: DECLINE_REASONS.find((one) => one === value) ?? OTHER })
                  }
                />
              ) : null}
            </div>
          )
        })}
      </fieldset>
      {isTaken ? null : <p className={classes.words}>{t('orders.request_whole')}</p>}
      <Textarea
        label={t('orders.request_note')}
        rows={2}
        maxLength={250}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {refused ? (
        <p className={classes.refused} role="alert">
          {refused}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={answer.pending} {...(!isTaken && { color: 'red' })}>
          {t(isTaken ? 'orders.request_accept' : 'orders.request_decline')}
        </Button>
      </div>
    </form>
  )
}
