import { Button } from '@mantine/core'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AddNumber } from './add-number.tsx'
import { SHOWING_PARCELS } from './parcel-calls.ts'
import { type Need, NEEDS, PROBLEMS } from './parcel-texts.ts'
import classes from './parcels.module.css'

const FIRST = 4
const PLANS = '/public/pricing'

interface AttentionProps {
  onOpenParcel: (need: { parcel_id: string; order_id: string }) => void
  onOpenOrder: (order_id: string) => void
}

/** What needs the seller, on top of the parcels; nothing does: nothing is shown. */
export function ParcelAttention(props: AttentionProps) {
  const { t, format } = useCardShow()
  const { data } = useCall(trackingCalls.listParcelAttention, {}, { quiet: true, keep: true })
  const [all, setAll] = useState(false)
  if (!data || data.items.length === 0) return null
  const shown = all ? data.items : data.items.slice(0, FIRST)
  return (
    <section className={classes.attention} aria-labelledby="parcels-need">
      <h2 id="parcels-need" className={classes.attentionHead}>
        <IconAlertTriangle size={18} stroke={ICON_STROKE} aria-hidden="true" />
        {t('parcels.need_you', { n: format.number(data.total) + (data.total_is_capped ? '+' : '') })}
      </h2>
      <ul className={classes.needs}>
        {shown.map((need) => (
          <NeedRow key={`${need.kind} ${need.parcel_id ?? need.supplier_order_id}`} need={need} {...props} />
        ))}
      </ul>
      {data.items.length > FIRST ? (
        <Button variant="subtle" size="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('parcels.need_fewer') : t('parcels.need_all', { n: format.number(data.items.length) })}
        </Button>
      ) : null}
    </section>
  )
}

function NeedRow({ need, onOpenParcel, onOpenOrder }: AttentionProps & { need: Need }) {
  const { t, format } = useCardShow()
  const { kind, parcel_id, order_id, supplier_order_id } = need
  const dismiss = useAct(trackingCalls.dismissParcel, { refresh: SHOWING_PARCELS })
  const check = useAct(trackingCalls.checkParcel, { refresh: SHOWING_PARCELS })
  const sync = useAct(placementCalls.syncStatus, { refresh: SHOWING_PARCELS })
  const [adding, setAdding] = useState(false)
  const open = () => parcel_id !== null && onOpenParcel({ parcel_id, order_id })
  const about = [
    need.order_number,
    need.tracking_number ?? VENDOR_NAMES[need.source],
    need.problem === null ? need.text : t(PROBLEMS[need.problem]),
    need.problem === null ? need.place : '',
  ].filter(Boolean)
  return (
    <li className={classes.need}>
      <LazyImage src={need.image} alt="" size={36} />
      <div className={classes.words}>
        <StatusDot tone={NEEDS[kind].tone}>
          <b>{t(NEEDS[kind].what, { date: format.date(need.since, 'day') })}</b>
        </StatusDot>
        <span className={classes.meta} dir="auto">
          {about.join(' · ')}
        </span>
      </div>
      <div className={classes.steps}>
        {parcel_id === null ? (
          <Button
            size="xs"
            variant="subtle"
            loading={sync.pending}
            onClick={() => void sync.run({ source: need.source })}
          >
            {t('parcels.ask_supplier')}
          </Button>
        ) : (
          <Button size="xs" variant="subtle" loading={dismiss.pending} onClick={() => void dismiss.run({ parcel_id })}>
            {t('parcels.seen')}
          </Button>
        )}
        {kind === 'no_tracking' ? (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('parcels.add_do')}
          </Button>
        ) : null}
        {kind === 'silent' && parcel_id !== null ? (
          <Button size="xs" variant="default" loading={check.pending} onClick={() => void check.run({ parcel_id })}>
            {t('parcels.check')}
          </Button>
        ) : null}
        {kind === 'unfollowed' && need.problem === 'quota' ? (
          <Button size="xs" variant="default" component={AppLink} href={PLANS}>
            {t('attention.see_plans')}
          </Button>
        ) : null}
        {kind === 'unfollowed' && need.problem !== 'quota' ? (
          <Button size="xs" variant="default" onClick={open}>
            {t('parcels.choose_carrier')}
          </Button>
        ) : null}
        {kind === 'customs' ? (
          <Button size="xs" variant="default" onClick={open}>
            {t('parcels.see_customs')}
          </Button>
        ) : null}
        {kind === 'returned' || kind === 'disputed' || kind === 'failed' ? (
          <Button size="xs" variant="default" onClick={() => onOpenOrder(order_id)}>
            {t(kind === 'failed' ? 'parcels.fix_address' : 'parcels.open_order')}
          </Button>
        ) : null}
      </div>
      {adding ? <AddNumber supplier_order_id={supplier_order_id} onClose={() => setAdding(false)} /> : null}
    </li>
  )
}
