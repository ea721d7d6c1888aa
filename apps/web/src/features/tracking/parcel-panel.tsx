import { Button, Select } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { intlLocale, useLanguage } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { AddNumber } from './add-number.tsx'
import { copyText } from './parcel-columns.tsx'
import { SHOWING_PARCELS } from './parcel-calls.ts'
import { CARRIERS, PROBLEMS, STATUSES } from './parcel-texts.ts'
import classes from './parcels.module.css'

type Detail = NonNullable<Out<typeof placementCalls.getOrderTracking>['parcel']>
const WIDTH = 560

/** One parcel: where it is, every scan of it, and what can be done. */
export function ParcelPanel({
  parcel_id,
  order_id,
  onClose,
  onOpenOrder,
}: {
  parcel_id: string
  order_id: string
  onClose: () => void
  onOpenOrder: (order_id: string) => void
}) {
  const { t } = useCardShow()
  const reading = useCall(
    placementCalls.getOrderTracking,
    { orderId: order_id, trackingId: parcel_id },
    { quiet: true },
  )
  const parcel = reading.data?.parcel
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={parcel?.tracking_number ?? t('parcels.title')}
      description={parcel ? [parcel.carrier, parcel.order_number].filter(Boolean).join(' · ') : undefined}
    >
      {parcel ? <Contents key={parcel.parcel_id} parcel={parcel} onOpenOrder={onOpenOrder} /> : null}
      {reading.isPending ? <RowsSkeleton rows={6} /> : null}
      {reading.isError ? <ReadFailed reading={reading} title="parcels.failed" /> : null}
    </SidePanel>
  )
}

function Contents({ parcel, onOpenOrder }: { parcel: Detail; onOpenOrder: (order_id: string) => void }) {
  const { t, format } = useCardShow()
  const language = useLanguage()
  const check = useAct(trackingCalls.checkParcel, { refresh: SHOWING_PARCELS })
  const [adding, setAdding] = useState(false)
  const { parcel_id, status, problem, public_url } = parcel
  const facts: [string, string | null][] = [
    [t('parcels.delivered'), parcel.delivered_at && format.date(parcel.delivered_at)],
    [t('parcels.expected'), parcel.expected_to && format.date(parcel.expected_to, 'day')],
    [t('parcels.goes_to'), parcel.country_code && countryName(parcel.country_code, intlLocale(language))],
    [t('parcels.local_number'), parcel.local_number],
    [t('parcels.earlier'), parcel.earlier_numbers.join(', ') || null],
    [t('parcels.tracked'), parcel.tracked_at && format.ago(parcel.tracked_at)],
  ]
  return (
    <div className={classes.panel}>
      <StatusDot tone={STATUSES[status].tone}>{t(STATUSES[status].text)}</StatusDot>
      {problem === null ? null : <p className={classes.problem}>{t(PROBLEMS[problem])}</p>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <div className={classes.steps}>
        <Button size="xs" variant="default" loading={check.pending} onClick={() => void check.run({ parcel_id })}>
          {t('parcels.check')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          {t('parcels.add')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onOpenOrder(parcel.order_id)}>
          {t('parcels.open_order')}
        </Button>
        {public_url ? (
          <>
            <Button size="xs" variant="default" onClick={() => void copyText(public_url, t('parcels.link_copied'))}>
              {t('parcels.copy_link')}
            </Button>
            <Button size="xs" variant="subtle" component="a" href={public_url} target="_blank" rel="noreferrer">
              {t('parcels.open_page')}
            </Button>
          </>
        ) : null}
      </div>
      <CarrierPart parcel={parcel} />
      <section aria-label={t('parcels.events')}>
        <h3>{t('parcels.events')}</h3>
        {parcel.events.length === 0 ? <p className={classes.meta}>{t('parcels.no_events')}</p> : null}
        <ol className={classes.events}>
          {parcel.events.map((event) => (
            <li key={`${event.at} ${event.text} ${event.place}`}>
              <span className={classes.words}>
                <span dir="auto">{event.text}</span>
                <span className={classes.meta} dir="auto">
                  {event.place}
                </span>
              </span>
              <time className={classes.meta} dateTime={event.at}>
                {format.date(event.at)}
              </time>
            </li>
          ))}
        </ol>
      </section>
      {adding ? (
        <AddNumber
          supplier_order_id={parcel.supplier_order_id}
          parcel_id={parcel_id}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </div>
  )
}

/** The tracker may have taken another carrier, or found none. */
function CarrierPart({ parcel: { parcel_id, carrier, status } }: { parcel: Detail }) {
  const { t } = useCardShow()
  const change = useAct(trackingCalls.changeParcelCarrier, { refresh: SHOWING_PARCELS })
  const [chosen, setChosen] = useState<string | null>(CARRIERS.find((one) => one === carrier) ?? null)
  if (status === 'delivered') return null
  return (
    <div className={classes.carrier}>
      <Select
        label={t('parcels.wrong_carrier')}
        placeholder={t('parcels.choose_carrier')}
        data={[...CARRIERS]}
        value={chosen}
        onChange={setChosen}
      />
      <Button
        size="xs"
        variant="default"
        loading={change.pending}
        disabled={chosen === null || chosen === carrier}
        onClick={() => chosen !== null && void change.run({ parcel_id, carrier: chosen })}
      >
        {t('parcels.change_carrier')}
      </Button>
    </div>
  )
}
