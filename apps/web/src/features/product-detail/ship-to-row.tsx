import { countryName } from '@omni/domain/countries.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { useState } from 'react'
import classes from './detail.module.css'
import type { Offer } from './use-offer.ts'

const DAY_MS = 86_400_000

interface ShipToRowProps {
  offer: Offer
  shipTo: string
  onShipTo: (code: string) => void
}

/** Where to, by whom, and when it would be there. */
export function ShipToRow({ offer, shipTo, onShipTo }: ShipToRowProps) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const [now] = useState(Date.now)
  const [min, max] = offer.days
  const day = (days: number) => format.date(new Date(now + days * DAY_MS), 'dayMonth')
  const arrives =
    min === null || max === null || max > 99 || max === 0 ? null : t('detail.arrives', { from: day(min), to: day(max) })
  return (
    <div className={classes.shipTo}>
      <span className={classes.shipToLabel}>{t('ship_to.label')}</span>
      <div className={classes.shipToField}>
        <ShipToPicker value={shipTo} onChange={onShipTo} />
      </div>
      {offer.ships ? (
        <span className={classes.quiet}>{[offer.service?.service_name, arrives].filter(Boolean).join(' · ')}</span>
      ) : (
        <output className={classes.stale}>
          <IconAlertTriangle size={16} stroke={ICON_STROKE} aria-hidden="true" />
          {t('detail.does_not_ship', { country: countryName(shipTo, locale) })}
        </output>
      )}
    </div>
  )
}
