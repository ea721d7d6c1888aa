import { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useCall } from '../../platform/query.ts'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './refunds.module.css'

const SHOWN = 5
const nameOf = (source: string) => (isVendorName(source) ? VENDOR_NAMES[source] : source)

/** Money that buyers got back and suppliers have still: how much at whom, and what ends first. */
export function UnrecoveredStrip() {
  const { t, money } = useCardShow()
  const { data } = useCall(refundCalls.listUnrecovered, {}, { quiet: true })
  if (!data || data.items.length === 0) return null
  return (
    <section className={classes.strip} aria-label={t('refunds.unrecovered')}>
      <h2 className={classes.name}>{t('refunds.unrecovered')}</h2>
      <p className={classes.words}>{t('refunds.unrecovered_text')}</p>
      <ul className={classes.sums}>
        {data.sums.map(({ source, currency, amount, orders }) => (
          <li key={`${source} ${currency}`}>
            {t('refunds.at_supplier', { source: nameOf(source), amount: money(amount, currency).text, orders })}
          </li>
        ))}
      </ul>
      <ul className={classes.owed}>
        {data.items
          .slice(0, SHOWN)
          .map(({ order_id, supplier_order_id, number, source, paid, recovered, currency, days_left, type }) => (
            <li key={supplier_order_id}>
              <AppLink href={`/app/orders/cancel-refund?order=${order_id}`}>{number}</AppLink>{' '}
              <span className={classes.words}>
                {[
                  nameOf(source),
                  money(paid - recovered, currency).text,
                  days_left === null ? null : t('refunds.days_left', { days: days_left }),
                  type === null ? t('refunds.on_their_site') : null,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
