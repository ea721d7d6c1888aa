import { Skeleton } from '@mantine/core'
import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { becauseText } from '../orders/order-texts.ts'
import classes from './automation.module.css'

interface RuleTrialProps {
  data: Out<typeof automationCalls.tryAutomationRule> | undefined
  error: Error | null
  waiting: boolean
}

/** What a rule would have done with the orders of the last 30 days. */
export function RuleTrial({ data, error, waiting }: RuleTrialProps) {
  const { t, money, format } = useCardShow()
  if (error) return <p className={classes.notice}>{error.message}</p>
  if (!data) return <Skeleton height={120} />
  const dollars = (amount: number | null) => (amount === null ? '–' : money(amount, WALLET_CURRENCY).text)
  const result = {
    placed: format.number(data.placed),
    orders: format.number(data.orders),
    spent: dollars(data.spent),
    earned: dollars(data.earned),
  }
  const more = [
    data.estimated > 0 ? t('automation.try_estimated', { orders: format.number(data.estimated) }) : null,
    data.busiest ? t('automation.try_busiest', { ...data.busiest, spent: dollars(data.busiest.spent) }) : null,
    data.is_capped ? t('automation.try_capped', { orders: format.number(data.orders) }) : null,
  ].filter((sentence) => sentence !== null)
  return (
    <section className={classes.trial} aria-busy={waiting} aria-live="polite" aria-label={t('automation.try_title')}>
      <h3 className={classes.name}>{t('automation.try_title')}</h3>
      <p className={classes.result}>
        {data.orders === 0 ? t('automation.try_none') : t('automation.try_result', result)}
      </p>
      {more.map((sentence) => (
        <p key={sentence} className={classes.words}>
          {sentence}
        </p>
      ))}
      {data.blocked.length > 0 ? (
        <ul className={classes.reasons}>
          {data.blocked.map(({ because, orders }) => (
            <li key={because}>
              {t('automation.try_blocked', { orders: format.number(orders), because: becauseText(t, because) })}
            </li>
          ))}
        </ul>
      ) : null}
      {data.examples.length > 0 ? (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <caption>{t('automation.try_newest')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('orders.order')}</th>
                <th scope="col" className={classes.number}>
                  {t('automation.value')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('product_center.cost')}
                </th>
                <th scope="col">{t('automation.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {data.examples.map(({ order_id, number, value, cost, outcome, because }) => (
                <tr key={order_id}>
                  <td>
                    <AppLink href={`/app/orders?order=${order_id}`}>{number}</AppLink>
                  </td>
                  <td className={classes.number}>{dollars(value)}</td>
                  <td className={classes.number}>{dollars(cost)}</td>
                  <td>{outcome === 'placed' ? t('automation.would_place') : becauseText(t, because ?? '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  )
}
