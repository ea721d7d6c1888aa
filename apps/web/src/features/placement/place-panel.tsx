import { CODES } from '@omni/contracts/codes.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useEffect, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useList } from '../../platform/list.ts'
import { openUpgrade } from '../../platform/panels.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { quotaToast, toast } from '../../platform/toasts.tsx'
import { trackAction } from '../../platform/track.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AccountSignIn, type OwnAccountSource } from '../source-accounts/account-sign-in.tsx'
import type { AddressDraft } from './asked-fields.tsx'
import { PlaceOrderCard } from './place-order-card.tsx'
import { clickOf, type PaymentUse, placeLabel } from './place-click.ts'
import { type Placed, PlaceResult } from './place-result.tsx'
import classes from './placement.module.css'
import { PlanSums } from './plan-sums.tsx'

const WIDTH = 760

type AddressDrafts = Readonly<Record<string, AddressDraft>>

interface PlacePanelProps {
  order_ids: readonly string[]
  onClose: () => void
  onPlaced: () => void
}

/** What placing would buy, from whom and for how much; one click places everything that can be placed. */
export function PlacePanel({ order_ids, onClose, onPlaced }: PlacePanelProps) {
  const { t } = useCardShow()
  const preview = useAct(placementCalls.previewOrders, { refresh: [], quiet: true })
  const [plan_id, setPlan] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async (orders = order_ids) => {
    setProblem(null)
    const reply = await preview.run({ orders: [...orders] })
    if (reply.data) setPlan(reply.data.plan_id)
    else setProblem(reply.message)
  }
  useEffect(() => {
    void start()
    // Once for each opening; what is selected does not change under an open panel.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<AddressDrafts>({})
  // A plan is made of what could be asked then: with another account, or a supplier that answers again, it is made anew.
  const startAnew = (orders?: readonly string[]) => {
    setPlan(null)
    void start(orders)
  }
  if (plan_id !== null)
    return (
      <Plan
        plan_id={plan_id}
        excluded={excluded}
        onExclude={setExcluded}
        typed={typed}
        onType={setTyped}
        onClose={onClose}
        onPlaced={onPlaced}
        onAnew={startAnew}
      />
    )
  return (
    <SidePanel opened onClose={onClose} width={WIDTH} title={t('placement.title', { n: order_ids.length })}>
      {problem === null ? (
        <RowsSkeleton rows={4} />
      ) : (
        <ErrorState
          title={t('placement.preview_failed')}
          text={problem}
          onRetry={() => void start()}
          retrying={preview.pending}
        />
      )}
    </SidePanel>
  )
}

interface PlanProps {
  plan_id: string
  /** Orders that the seller has left out; they stay so when the plan is made anew. */
  excluded: ReadonlySet<string>
  onExclude: (excluded: ReadonlySet<string>) => void
  /** What was typed into addresses, by order; one that is saved does not lose the others'. */
  typed: AddressDrafts
  onType: (typed: AddressDrafts) => void
  onClose: () => void
  onPlaced: () => void
  /** Left out: of the same orders. */
  onAnew: (order_ids?: readonly string[]) => void
}

function Plan({ plan_id, excluded, onExclude, typed, onType, onClose, onPlaced, onAnew }: PlanProps) {
  const show = useCardShow()
  const { t } = show
  const list = useList(placementCalls.getPreview, { plan_id }, { quiet: true })
  const orders = list.data?.rows ?? []
  const summary = list.data?.pages[0]?.summary
  const choose = useAct(placementCalls.updateShippingMethods, { refresh: [placementCalls.getPreview] })
  const accept = useAct(placementCalls.acceptOrder, { refresh: [placementCalls.getPreview, orderCalls.getOrderDetail] })
  const place = useAct(placementCalls.placeOrders, {
    refresh: [
      orderCalls.listOrders,
      orderCalls.countOrderStatus,
      orderCalls.getOrderDetail,
      placementCalls.listPlacing,
    ],
    // The panel says it where the button is.
    quiet: true,
  })
  const ready = orders.filter(({ state }) => state === 'ready')
  const left = ready.filter(({ order_id }) => excluded.has(order_id))
  const [chosenUse, setUse] = useState<PaymentUse | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [signIn, setSignIn] = useState<OwnAccountSource | null>(null)
  const [placed, setPlaced] = useState<Placed | null>(null)
  const click = summary && clickOf(summary, left, chosenUse)
  const send = async () => {
    const use = chosenUse ? { use: chosenUse } : {}
    const { data, message, status } = await place.run({ plan_id, exclude: [...excluded], ...use })
    setRefusal(data ? null : message)
    // Foundation spec §8: what the plan does not allow, with the way out of it.
    if (status === CODES.quota_expired.status)
      quotaToast(message, () => openUpgrade((click?.count ?? 0) > 1 ? 'BULK_ORDER_FULFILLMENT' : 'ORDER_FULFILLMENT'))
    trackAction('place', { count: data?.accepted ?? 0, status: data ? 1 : 0 })
    if (!data) return
    onPlaced()
    // What was not placed stays in sight until somebody has read why.
    if (data.left_out.length > 0) return setPlaced(data)
    toast('success', t('placement.accepted', { n: data.accepted }))
    onClose()
  }
  if (placed)
    return (
      <PlaceResult
        width={WIDTH}
        placed={placed}
        onClose={onClose}
        onAgain={() => onAnew(placed.left_out.map(({ order_id }) => order_id))}
        t={t}
      />
    )
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('placement.title', { n: summary?.orders ?? 0 })}
      description={t('placement.text')}
      primary={{
        label: click ? placeLabel(click, show) : t('placement.place_chosen'),
        onClick: () => void send(),
        loading: place.pending,
        disabled: !click || click.count === 0 || click.needs_plan !== null || (summary?.quoting ?? 0) > 0,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      {list.isError && orders.length === 0 ? <ReadFailed reading={list} title="placement.preview_failed" /> : null}
      {summary && click ? (
        <PlanSums
          show={show}
          summary={summary}
          click={click}
          refusal={refusal}
          onUse={setUse}
          onPick={(way) => void choose.run({ plan_id, prefer: way })}
        />
      ) : (
        <RowsSkeleton rows={4} />
      )}
      <ul className={classes.orders}>
        {orders.map((order) => (
          <PlaceOrderCard
            key={order.order_id}
            show={show}
            order={order}
            isIncluded={!excluded.has(order.order_id)}
            typed={typed[order.order_id] ?? {}}
            onType={(draft) => onType({ ...typed, [order.order_id]: draft })}
            onInclude={(isIncluded) => {
              const next = new Set(excluded)
              if (isIncluded) next.delete(order.order_id)
              else next.add(order.order_id)
              onExclude(next)
            }}
            onMethod={(basket, method) =>
              void choose.run({ plan_id, choices: [{ order_id: order.order_id, basket, method }] })
            }
            onAccept={() => void accept.run({ plan_id, order_id: order.order_id })}
            onSignIn={setSignIn}
            onAskAgain={() => onAnew()}
            onLeave={onClose}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <button type="button" className={classes.more} onClick={() => void list.fetchNextPage()}>
          {t('table.more')}
        </button>
      ) : null}
      {signIn === null ? null : (
        <AccountSignIn source={signIn} onClose={() => setSignIn(null)} onGoOn={() => onAnew()} />
      )}
    </SidePanel>
  )
}
