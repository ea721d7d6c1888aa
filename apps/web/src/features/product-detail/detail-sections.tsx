import { Button } from '@mantine/core'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { Fold } from '@omni/ui/fold.tsx'
import { Money } from '@omni/ui/money.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { shownDays } from '../../product-cards/shown-days.ts'
import classes from './detail.module.css'
import type { Offer } from './use-offer.ts'

const FIRST_SPECIFICS = 6 // sourcing spec §2
const CLAMP_PX = 140 // §2

export function Specifications({ product }: { product: ProductDetail }) {
  const t = useT()
  const [all, setAll] = useState(false)
  const pairs = product.item_specifics.blockContent
  if (pairs.length === 0) return null
  return (
    <Fold title={t('detail.specifications')} note={String(pairs.length)}>
      <dl className={classes.specifics}>
        {(all ? pairs : pairs.slice(0, FIRST_SPECIFICS)).map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {pairs.length > FIRST_SPECIFICS ? (
        <Button variant="subtle" size="xs" onClick={() => setAll(!all)}>
          {t(all ? 'detail.less' : 'detail.show_all')}
        </Button>
      ) : null}
    </Fold>
  )
}

export function Description({ html }: { html: string }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [long, setLong] = useState(false)
  const lazy = useMemo(() => html.replace(/<img\s/gi, '<img loading="lazy" decoding="async" '), [html])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Pictures arrive later and make it longer.
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > CLAMP_PX + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (html.trim() === '') return null
  return (
    <Fold title={t('detail.description')}>
      {/* Cleaned by the server; the box keeps whatever is left of its layout inside. */}
      <div className={classes.clamp} data-open={open || undefined} data-long={long || undefined}>
        <div ref={box} className={classes.html} dir="auto" dangerouslySetInnerHTML={{ __html: lazy }} />
      </div>
      {long ? (
        <Button variant="subtle" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'detail.less' : 'detail.read_all')}
        </Button>
      ) : null}
    </Fold>
  )
}

/**
 * §2: the standard sentences (how long it takes is what was quoted, once something was), the verified supplier's refund
 * note, and the note on what is made in the US.
 */
export function ShippingAndReturns({ product, offer }: { product: ProductDetail; offer: Offer }) {
  const { t, money } = useCardShow()
  const quoted = shownDays(...offer.days)
  return (
    <Fold title={t('detail.shipping_returns')}>
      {offer.services.length > 0 ? (
        <fieldset className={classes.services}>
          <legend className={classes.quiet}>{t('detail.services')}</legend>
          {offer.services.map((service) => {
            const { service_name, amount, min_days, max_days, tracked, cheapest, fastest } = service
            const shown = money(amount)
            const days = shownDays(min_days, max_days)
            return (
              <label key={service_name} className={classes.service}>
                <input
                  type="radio"
                  name="service"
                  checked={service === offer.service}
                  onChange={() => offer.pick(service_name)}
                />
                <span className={classes.serviceName}>{service_name}</span>
                {cheapest ? <span className={classes.flag}>{t('detail.cheapest')}</span> : null}
                {fastest ? <span className={classes.flag}>{t('detail.fastest')}</span> : null}
                {tracked ? <span className={classes.quiet}>{t('detail.tracked')}</span> : null}
                <span className={classes.serviceDays}>{days === null ? '–' : t('detail.days', { days })}</span>
                <span className={classes.serviceAmount}>
                  {amount === 0 ? t('detail.free') : <Money text={shown.text} original={shown.original} />}
                </span>
              </label>
            )
          })}
        </fieldset>
      ) : null}
      <ul className={classes.standard}>
        <li>{t('detail.processing')}</li>
        <li>{quoted === null ? t('detail.delivery') : t('detail.delivery_days', { days: quoted })}</li>
        <li>{t('detail.returns')}</li>
        {product.source === 'zopi' ? <li>{t('detail.zopi_refund')}</li> : null}
        {product.source === 'ebay' || product.made_in_us ? (
          <li>
            <strong>{t('detail.made_in_us')}</strong>
            {` ${t('detail.made_in_us_text')}`}
          </li>
        ) : null}
      </ul>
    </Fold>
  )
}
