import { Button, TextInput } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './placement.module.css'
import { StoreReport } from './store-report.tsx'
import { TrackingForm } from './tracking-form.tsx'
import { PurchaseError } from './purchase-error.tsx'
import { QUESTIONS, WARNINGS } from '../../job-tracker/purchase-texts.ts'
import { standingOf, type SupplierOrder } from './placement-texts.ts'

const REFRESH = [
  placementCalls.getOrderPanel,
  placementCalls.listPlacing,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
]

/** What was bought for an order, what is asked about it, and what was said. Nothing bought: nothing shown. */
export function Purchases({ order_id }: { order_id: string }) {
  const { t } = useCardShow()
  const { data } = useCall(placementCalls.getOrderPanel, { orderId: order_id }, { quiet: true })
  if (!data || data.purchases.length === 0) return null
  return (
    <section aria-label={t('placement.purchases')}>
      <h3>{t('placement.purchases')}</h3>
      {data.buyer_page === null ? null : (
        <p className={classes.buyerPage}>
          <a href={data.buyer_page} target="_blank" rel="noreferrer">
            {t('orders.buyer_page')}
          </a>
        </p>
      )}
      <ul className={classes.lines}>
        {data.purchases.map((purchase) => (
          <Purchase key={purchase.supplier_order_id} purchase={purchase} />
        ))}
      </ul>
    </section>
  )
}

/** A supplier may split a purchase into several orders. */
const numbersOf = ({ order_no, more_numbers }: SupplierOrder) => (order_no === null ? [] : [order_no, ...more_numbers])

/** Nobody but the seller can buy it: at the site itself, where no extension does. */
const isForBrowser = ({ source, state }: SupplierOrder) => state === 'queued' && isExtensionSource(source)

function Purchase({ purchase }: { purchase: SupplierOrder }) {
  const { t, money, format } = useCardShow()
  const { supplier_order_id, source, state, question, error_key, alarm, currency } = purchase
  const stop = useAct(placementCalls.stopOrders, { refresh: REFRESH })
  const standing = standingOf(purchase)
  const pay = useAct(placementCalls.payOrders, { refresh: REFRESH })
  const [leftOut, setLeftOut] = useState<'stopped' | 'wallet_too_low' | null>(null)
  const needsYes = leftOut === 'stopped'
  const payIt = async (agreed: boolean) => {
    const { data } = await pay.run({ supplier_order_ids: [supplier_order_id], agreed })
    const problem = data?.left_out[0]?.problem
    setLeftOut(problem === 'stopped' || problem === 'wallet_too_low' ? problem : null)
  }
  const isLive = !['placed', 'failed', 'cancelled'].includes(state)
  return (
    <li className={classes.purchase}>
      <div className={classes.basketHead}>
        <VendorBadge vendor={source} label={VENDOR_NAMES[source]} />
        <span className={classes.words}>
          <span>{[VENDOR_NAMES[source], ...numbersOf(purchase)].join(' · ')}</span>
          <StatusDot tone={standing.tone}>{t(purchase.is_stopping ? 'placement.stopping' : standing.text)}</StatusDot>
        </span>
        <b className={classes.end}>{money(purchase.total ?? purchase.approved, currency).text}</b>
      </div>
      {purchase.shipments.map(({ tracking_number, carrier, tracking_url }) => (
        <p key={tracking_number} className={classes.note}>
          {tracking_url === null ? (
            t('placement.tracking', { number: tracking_number, carrier })
          ) : (
            <a href={tracking_url} target="_blank" rel="noreferrer">
              {t('placement.tracking', { number: tracking_number, carrier })}
            </a>
          )}
        </p>
      ))}
      {purchase.vendor_word === null || purchase.vendor_word_at === null ? null : (
        <p className={classes.note}>
          {t('placement.vendor_word', { source: VENDOR_NAMES[source], when: format.date(purchase.vendor_word_at) })}{' '}
          <q dir="auto">{purchase.vendor_word}</q>
        </p>
      )}
      <StoreReport purchase={purchase} />
      {purchase.by_hand && state === 'placed' ? <TrackingForm purchase={purchase} /> : null}
      {error_key === null || state === 'placed' ? null : <PurchaseError error_key={error_key} />}
      {purchase.warning_key ? <p className={classes.note}>{t(WARNINGS[purchase.warning_key])}</p> : null}
      {alarm ? <p className={classes.short}>{t(alarm === 'late' ? 'placement.late' : 'placement.second')}</p> : null}
      {question ? <p className={classes.question}>{t(QUESTIONS[question])}</p> : null}
      {question === 'price' || question === 'pay' ? <Decision purchase={purchase} /> : null}
      {question === 'exists' || question === 'which' || state === 'checking' || isForBrowser(purchase) ? (
        <NumberForm supplier_order_id={supplier_order_id} />
      ) : null}
      {leftOut ? (
        <p className={classes.loss} role="alert">
          {t(needsYes ? 'placement.pay_stopped' : 'placement.problem_wallet_too_low')}{' '}
          {needsYes ? null : <AppLink href="/app/setting/wallet">{t('wallet.top_up')}</AppLink>}
        </p>
      ) : null}
      {isLive && !purchase.is_stopping ? (
        <div className={classes.buttons}>
          {purchase.awaits_payment ? (
            <Button size="xs" loading={pay.pending} onClick={() => void payIt(needsYes)}>
              {needsYes
                ? t('placement.accept')
                : t('placement.accept_price', { amount: money(purchase.total ?? purchase.approved, currency).text })}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="default"
            loading={stop.pending}
            onClick={() => void stop.run({ supplier_order_ids: [supplier_order_id] })}
          >
            {t('placement.stop')}
          </Button>
        </div>
      ) : null}
      {purchase.evidence.length > 0 ? (
        <details className={classes.said}>
          <summary>{t('placement.said', { n: purchase.evidence.length })}</summary>
          <ol className={classes.lines}>
            {purchase.evidence.map(({ step, source: by, asked_at, outcome }) => (
              <li key={`${asked_at} ${step} ${by}`} className={classes.note}>
                {[format.date(asked_at), step, by, outcome].join(' · ')}
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </li>
  )
}

function Decision({ purchase }: { purchase: SupplierOrder }) {
  const { t, money } = useCardShow()
  const decide = useAct(placementCalls.decideOrder, { refresh: REFRESH })
  const { supplier_order_id, question, total, currency } = purchase
  return (
    <div className={classes.buttons}>
      <Button
        size="xs"
        variant="default"
        disabled={decide.pending}
        onClick={() => void decide.run({ supplier_order_id, says: 'give_up' })}
      >
        {t('placement.give_up')}
      </Button>
      {question === 'price' && total !== null ? (
        <Button
          size="xs"
          loading={decide.pending}
          onClick={() => void decide.run({ supplier_order_id, says: 'accept_price' })}
        >
          {t('placement.accept_price', { amount: money(total, currency).text })}
        </Button>
      ) : null}
      {question === 'pay' ? (
        <Button
          size="xs"
          loading={decide.pending}
          onClick={() => void decide.run({ supplier_order_id, says: 'again' })}
        >
          {t('placement.pay_again')}
        </Button>
      ) : null}
    </div>
  )
}

/** The person looks at the supplier's site: it is there under a number, or nothing is there. */
function NumberForm({ supplier_order_id }: { supplier_order_id: string }) {
  const { t } = useCardShow()
  const save = useAct(placementCalls.updateOrderNo, { refresh: REFRESH })
  const fail = useAct(placementCalls.updateToFail, { refresh: REFRESH })
  const [order_no, setNumber] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const keep = async () => {
    const reply = await save.run({ supplier_order_id, order_no: order_no.trim() })
    setProblem(reply.success ? null : (reply.errors?.['order_no']?.[0] ?? null))
  }
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <TextInput
        label={t('placement.order_no')}
        value={order_no}
        maxLength={100}
        error={problem}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={fail.pending} onClick={() => void fail.run({ supplier_order_id })}>
          {t('placement.nothing_there')}
        </Button>
        <Button size="xs" type="submit" loading={save.pending} disabled={order_no.trim() === ''}>
          {t('placement.save_number')}
        </Button>
      </div>
    </form>
  )
}
