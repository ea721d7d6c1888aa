import { SegmentedControl } from '@mantine/core'
import { CODES } from '@omni/contracts/codes.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { type ComponentProps, useEffect, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useList } from '../../platform/list.ts'
import { openUpgrade } from '../../platform/panels.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { quotaToast, toast } from '../../platform/toasts.tsx'
import { trackAction } from '../../platform/track.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AccountSignIn, type OwnAccountSource } from '../source-accounts/account-sign-in.tsx'
import type { AddressDraft } from './asked-fields.tsx'
import { PlaceOrderCard } from './place-order-card.tsx'
import classes from './placement.module.css'
import { PROBLEMS } from './placement-texts.ts'
import { PlanWays } from './plan-ways.tsx'

const WIDTH = 760
const USES = ['auto', 'wallet', 'card'] as const
type PaymentUse = (typeof USES)[number]
const USE_TEXTS = { auto: 'placement.use_auto', wallet: 'placement.use_wallet', card: 'placement.use_card' } as const

/** What the card pays of it. */
const cardPart = ({ needed, available }: { needed: number; available: number }, use: PaymentUse) =>
  use === 'card' ? needed : Math.max(0, needed - available)

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
  const start = async () => {
    setProblem(null)
    const reply = await preview.run({ orders: [...order_ids] })
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
  const startAnew = () => {
    setPlan(null)
    void start()
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
  onAnew: () => void
}

function Plan({ plan_id, excluded, onExclude, typed, onType, onClose, onPlaced, onAnew }: PlanProps) {
  const show = useCardShow()
  const { t, money } = show
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
  const count = (summary?.ready ?? 0) - left.length
  const cost = (summary?.cost ?? 0) - left.reduce((sum, order) => sum + (order.cost ?? 0), 0)
  const [chosenUse, setUse] = useState<PaymentUse | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [signIn, setSignIn] = useState<OwnAccountSource | null>(null)
  const send = async () => {
    const use = chosenUse ? { use: chosenUse } : {}
    const { data, message, status } = await place.run({ plan_id, exclude: [...excluded], ...use })
    setRefusal(data ? null : message)
    // Foundation spec §8: what the plan does not allow, with the way out of it.
    if (status === CODES.quota_expired.status)
      quotaToast(message, () => openUpgrade(count > 1 ? 'BULK_ORDER_FULFILLMENT' : 'ORDER_FULFILLMENT'))
    trackAction('place', { count: data?.accepted ?? 0, status: data ? 1 : 0 })
    if (!data) return
    if (data.accepted > 0) toast('success', t('placement.accepted', { n: data.accepted }))
    for (const { number, problem } of data.left_out.slice(0, 3))
      toast('info', t('placement.left_out', { number, reason: t(PROBLEMS[problem]) }))
    onPlaced()
    onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('placement.title', { n: summary?.orders ?? 0 })}
      description={t('placement.text')}
      primary={{
        label: t('placement.place', { n: Math.max(0, count), amount: money(Math.max(0, cost), 'USD').text }),
        onClick: () => void send(),
        loading: place.pending,
        disabled: count <= 0 || (summary?.quoting ?? 0) > 0,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      {list.isError && orders.length === 0 ? <ReadFailed reading={list} title="placement.preview_failed" /> : null}
      {summary ? (
        <PlanSums
          show={show}
          summary={summary}
          chosenUse={chosenUse}
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
            onAskAgain={onAnew}
            onLeave={onClose}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <button type="button" className={classes.more} onClick={() => void list.fetchNextPage()}>
          {t('table.more')}
        </button>
      ) : null}
      {signIn === null ? null : <AccountSignIn source={signIn} onClose={() => setSignIn(null)} onGoOn={onAnew} />}
    </SidePanel>
  )
}

interface PlanSumsProps extends ComponentProps<typeof PlanWays> {
  chosenUse: PaymentUse | null
  refusal: string | null
  onUse: (use: PaymentUse | null) => void
}

/** What can be placed, what pays for it, and the ways to buy it. */
function PlanSums({ show, summary, chosenUse, refusal, onUse, onPick }: PlanSumsProps) {
  const { t, money } = show
  const { wallet } = summary
  const use = chosenUse ?? wallet?.use ?? 'auto'
  const byCard = wallet?.has_card && use !== 'wallet' ? cardPart(wallet, use) : 0
  const isShort = wallet !== undefined && wallet.needed > wallet.available && byCard === 0
  const plainText = isShort ? 'placement.wallet_short' : 'placement.wallet'
  const walletText = byCard > 0 ? 'placement.wallet_and_card' : plainText
  return (
    <div className={classes.head}>
      <p aria-live="polite" className={classes.sums}>
        {summary.quoting > 0
          ? t('placement.quoting', { n: summary.orders - summary.quoting, total: summary.orders })
          : t('placement.sums', { ready: summary.ready, blocked: summary.blocked })}
        {summary.stopped > 0 ? ` · ${t('placement.sums_stopped', { n: summary.stopped })}` : ''}
      </p>
      {refusal === null ? null : (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      {wallet && wallet.needed > 0 ? (
        <p className={isShort ? classes.short : classes.note}>
          {t(walletText, {
            card: money(byCard, 'USD').text,
            needed: money(wallet.needed - byCard, 'USD').text,
            available: money(wallet.available, 'USD').text,
          })}
        </p>
      ) : null}
      {summary.accounts.map(({ source, needed, available }) => (
        <p key={source} className={needed > available ? classes.short : classes.note}>
          {t(needed > available ? 'placement.balance_short' : 'placement.balance', {
            source: VENDOR_NAMES[source],
            needed: money(needed, 'USD').text,
            available: money(available, 'USD').text,
          })}
        </p>
      ))}
      {wallet && wallet.needed > 0 && wallet.asks && wallet.has_card ? (
        <SegmentedControl
          aria-label={t('placement.pay_by')}
          value={use}
          onChange={(value) => onUse(USES.find((name) => name === value) ?? null)}
          data={USES.map((name) => ({ value: name, label: t(USE_TEXTS[name]) }))}
        />
      ) : null}
      <PlanWays show={show} summary={summary} onPick={onPick} />
    </div>
  )
}
