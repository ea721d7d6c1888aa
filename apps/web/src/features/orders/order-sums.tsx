import type { Out } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './orders.module.css'

type Order = Pick<
  Out<typeof orderCalls.getOrderDetail>,
  | 'subtotal'
  | 'discounts'
  | 'coupons'
  | 'shipping'
  | 'fees'
  | 'taxes'
  | 'unexplained'
  | 'total'
  | 'refunded'
  | 'currency'
>

interface SumRow {
  text: TextKey
  /** In the store's words: of a fee in place of the text, of codes behind it. */
  name: string
  amount: number
}

/** What the total is made of, in the order it is added up; what is nothing is left out where it need not be. */
export function sumRows({ subtotal, discounts, coupons, shipping, fees, taxes, unexplained, total, refunded }: Order) {
  const rows: (SumRow & { isOptional?: boolean })[] = [
    { text: 'orders.goods', name: '', amount: subtotal },
    {
      text: 'orders.discounts',
      name: coupons.map(({ code }) => code).join(', '),
      amount: -discounts,
      isOptional: true,
    },
    { text: 'orders.shipping', name: '', amount: shipping },
    ...fees.map(({ name, amount }) => ({ text: 'orders.fee' as const, name, amount })),
    { text: 'orders.taxes', name: '', amount: taxes },
    { text: 'orders.unexplained', name: '', amount: unexplained, isOptional: true },
    { text: 'orders.total', name: '', amount: total },
    { text: 'orders.refunded', name: '', amount: refunded, isOptional: true },
  ]
  return rows.filter(({ amount, isOptional }) => !isOptional || amount !== 0)
}

/** What the total is made of, and what of it the store does not explain. */
export function OrderSums({ order }: { order: Order }) {
  const { t, money } = useCardShow()
  const label = ({ text, name }: SumRow) => {
    if (text === 'orders.fee') return name || t(text)
    return [t(text), name].filter(Boolean).join(': ')
  }
  return (
    <>
      <dl className={classes.sums}>
        {sumRows(order).flatMap((row, at) => [
          <dt key={`${at} label`} dir="auto">
            {label(row)}
          </dt>,
          <dd key={`${at} amount`}>{money(row.amount, order.currency).text}</dd>,
        ])}
      </dl>
      {order.unexplained === 0 ? null : <StatusDot tone="amber">{t('orders.unexplained_text')}</StatusDot>}
    </>
  )
}
