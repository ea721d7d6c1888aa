import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { PAYMENT_FEE } from '@omni/domain/catalog/retail.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { type CardShow, useCardShow } from '../../product-cards/card-show.ts'
import { shownDays } from '../../product-cards/shown-days.ts'
import classes from './detail.module.css'
import type { Offer } from './use-offer.ts'

/** Cost, shipping, price and profit in one row, and the formula they come from underneath (look 03-detail). */
export function DecisionBox({ product, offer }: { product: ProductDetail; offer: Offer }) {
  const show = useCardShow()
  const { t, money } = show
  const {
    price: [low, high],
    retail,
    shippingKnown,
    ships,
    days,
  } = offer
  const time = shownDays(...days)
  const sent = !ships ? (
    t('detail.no_shipping')
  ) : !shippingKnown ? (
    '–'
  ) : retail.shipping === 0 ? (
    t('detail.free')
  ) : (
    <Amount amount={retail.shipping} show={show} />
  )
  const cost =
    low === high ? (
      <Amount amount={low} show={show} />
    ) : (
      <>
        <Amount amount={low} show={show} />
        {' – '}
        <Amount amount={high} show={show} />
      </>
    )
  return (
    <section className={classes.decision} aria-label={t('detail.decision')}>
      <dl className={classes.cells}>
        <Cell name={t('detail.cost')} note={t('detail.at_supplier', { supplier: VENDOR_NAMES[product.source] })}>
          {cost}
        </Cell>
        <Cell name={t('detail.shipping')} note={time === null ? '–' : t('detail.days', { days: time })}>
          {sent}
        </Cell>
        <Cell name={t('detail.sell_at')} note={t('detail.times', { times: retail.times })}>
          <Amount amount={retail.price} show={show} />
        </Cell>
        {shippingKnown && ships ? (
          <Cell
            name={t('detail.profit')}
            note={t('detail.margin', { margin: retail.margin })}
            loss={retail.profit < 0}
            large
          >
            <Money
              text={money(retail.profit).text}
              original={money(retail.profit).original}
              tone={retail.profit < 0 ? 'loss' : 'gain'}
            />
          </Cell>
        ) : (
          <Cell name={t('detail.profit')} note={t('detail.profit_unknown')} large>
            –
          </Cell>
        )}
      </dl>
      <p className={classes.formula}>
        <IconInfoCircle size={15} stroke={ICON_STROKE} aria-hidden="true" />
        <span>
          {t('detail.formula', {
            times: retail.times,
            fee: money(retail.fee).text,
            percent: PAYMENT_FEE.percent,
            fixed: money(PAYMENT_FEE.fixed).text,
          })}
          {low < high ? ` ${t('detail.formula_lowest')}` : ''}
          {retail.charges > 0 ? ` ${t('detail.formula_charges', { amount: money(retail.charges).text })}` : ''}
          {shippingKnown ? '' : ` ${t('detail.formula_no_shipping')}`}
        </span>
      </p>
    </section>
  )
}

function Amount({ amount, show }: { amount: number; show: CardShow }) {
  const { text, original } = show.money(amount)
  return <Money text={text} original={original} />
}

function Cell({
  name,
  note,
  loss = false,
  large = false,
  children,
}: {
  name: string
  note: string
  loss?: boolean
  large?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.cell} data-large={large || undefined}>
      <dt>{name}</dt>
      <dd className={classes.figure}>{children}</dd>
      <dd className={classes.cellNote} data-loss={loss || undefined}>
        {note}
      </dd>
    </div>
  )
}
