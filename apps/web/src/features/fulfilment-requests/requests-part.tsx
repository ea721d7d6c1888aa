import { Button } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AnswerForm } from './answer-form.tsx'
import { CancellationForm } from './cancellation-form.tsx'
import { REASON_TEXTS, type Request } from './request-texts.ts'
import classes from './requests.module.css'

const STATES: Record<Request['kind'], Record<Request['state'], { text: TextKey; tone: Tone }>> = {
  fulfilment: {
    open: { text: 'orders.request_open', tone: 'amber' },
    answering: { text: 'orders.request_answering', tone: 'accent' },
    accepted: { text: 'orders.request_accepted', tone: 'green' },
    declined: { text: 'orders.request_declined', tone: 'red' },
    withdrawn: { text: 'orders.request_withdrawn', tone: 'grey' },
  },
  cancellation: {
    open: { text: 'orders.request_cancel_open', tone: 'amber' },
    answering: { text: 'orders.request_answering', tone: 'accent' },
    accepted: { text: 'orders.request_cancel_accepted', tone: 'grey' },
    declined: { text: 'orders.request_cancel_declined', tone: 'red' },
    withdrawn: { text: 'orders.request_withdrawn', tone: 'grey' },
  },
}
const PROBLEMS: Record<NonNullable<Request['problem']>, TextKey> = {
  disconnected: 'orders.request_problem_disconnected',
  not_allowed: 'orders.request_problem_not_allowed',
  refused: 'orders.request_problem_refused',
  unclear: 'orders.request_problem_unclear',
}

const idOf = (order_id: string) => `requests-${order_id}`

/** Nothing of the order can be bought before: the way to the answer. Once it is answered, there is nothing to do. */
export function AnswerFirst({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const { data } = useCall(fulfilmentRequestCalls.listFulfilmentRequests, { order_id }, { quiet: true })
  if (!data?.items.some(({ state }) => state === 'open')) return null
  return (
    <Button size="xs" onClick={() => document.getElementById(idOf(order_id))?.focus()}>
      {t('orders.request_answer')}
    </Button>
  )
}

/** What the store asked for as to its fulfilment service. An order that it never asked about shows nothing. */
export function RequestsPart({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const { data } = useCall(fulfilmentRequestCalls.listFulfilmentRequests, { order_id }, { quiet: true })
  if (!data || data.items.length === 0) return null
  return (
    <section id={idOf(order_id)} tabIndex={-1} aria-label={t('orders.request_title')}>
      <h3>{t('orders.request_title')}</h3>
      <Requests items={data.items} />
    </section>
  )
}

function Requests({ items }: Out<typeof fulfilmentRequestCalls.listFulfilmentRequests>) {
  return (
    <ul className={classes.requests}>
      {items.map((request) => (
        <li key={request.request_id} className={classes.request}>
          <RequestRow request={request} />
        </li>
      ))}
    </ul>
  )
}

function RequestRow({ request }: { request: Request }) {
  const { t, format } = useCardShow()
  const { kind, state, message, problem, problem_text, requested_at, by_itself, note } = request
  const { text, tone } = STATES[kind][state]
  return (
    <>
      <StatusDot tone={tone}>{t(text)}</StatusDot>
      <p className={classes.words}>
        {[format.ago(requested_at), by_itself ? t('orders.request_by_itself') : ''].filter(Boolean).join(' · ')}
      </p>
      {message ? (
        <p className={classes.words} dir="auto">
          {message}
        </p>
      ) : null}
      {problem ? (
        <p className={classes.refused}>
          {t(PROBLEMS[problem])}
          {problem_text ? <span dir="auto"> {problem_text}</span> : null}
        </p>
      ) : null}
      {state === 'open' && kind === 'fulfilment' ? (
        <AnswerForm request={request} />
      ) : (
        <>
          <ul className={classes.lines}>
            {request.lines.map((line) => (
              <li key={line.item_id}>
                <span dir="auto">
                  {[`${line.quantity} × ${line.title}`, line.variant_title].filter(Boolean).join(' · ')}
                </span>
                {line.is_partial ? (
                  <p className={classes.words}>{t('orders.request_part', { n: line.quantity, all: line.wanted })}</p>
                ) : line.declined ? (
                  <p className={classes.words}>{t(REASON_TEXTS[line.declined])}</p>
                ) : null}
              </li>
            ))}
          </ul>
          {note ? (
            <p className={classes.words} dir="auto">
              {note}
            </p>
          ) : null}
          {state === 'open' ? <CancellationForm request_id={request.request_id} /> : null}
        </>
      )}
    </>
  )
}
