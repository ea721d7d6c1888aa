import { Skeleton } from '@mantine/core'
import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { usePreview } from '../../platform/preview.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './auto-update.module.css'
import { VariantName } from './variant-name.tsx'

/** What rules would have done with the last 30 days. */
export function TryRules({ rules }: { rules: CallInput<typeof autoUpdateCalls.tryRules> }) {
  const { t, money, format } = useCardShow()
  const { data, error, waiting } = usePreview(autoUpdateCalls.tryRules, rules)
  if (error) return <p className={classes.notice}>{error.message}</p>
  if (!data) return <Skeleton height={80} />
  const figures = {
    changes: format.number(data.price_changes),
    floor: format.number(data.below_floor),
    flaps: format.number(data.flaps),
  }
  const more = [
    data.asked > 0 ? t('auto_update.try_asked', { times: format.number(data.asked) }) : null,
    data.sold_out > 0 ? t('auto_update.try_sold_out', { variants: format.number(data.sold_out) }) : null,
    data.stopped > 0 ? t('auto_update.try_stopped', { figures: format.number(data.stopped) }) : null,
    data.is_capped ? t('auto_update.try_capped', { products: format.number(data.products) }) : null,
  ].filter((sentence) => sentence !== null)
  return (
    <div className={classes.trial} aria-busy={waiting} aria-live="polite">
      <p className={classes.result}>
        {data.products === 0 ? t('auto_update.try_none') : t('auto_update.try_result', figures)}
      </p>
      {more.map((sentence) => (
        <p key={sentence} className={classes.meta}>
          {sentence}
        </p>
      ))}
      {data.largest.length > 0 ? (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <caption>{t('auto_update.try_largest')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('product_center.product')}</th>
                <th scope="col" className={classes.number}>
                  {t('product_center.cost')}
                </th>
                <th scope="col" className={classes.number}>
                  {t('product_center.price')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.largest.map(({ product_id, title, variant, currency, cost, price }, at) => (
                // The list is replaced as a whole, and the same variant can be in it twice.
                <tr key={at}>
                  <td>
                    <VariantName product_id={product_id} title={title} variant={variant} />
                  </td>
                  <td className={classes.number}>
                    <bdi>{`${money(cost[0], 'USD').text} → ${money(cost[1], 'USD').text}`}</bdi>
                  </td>
                  <td className={classes.number}>
                    <bdi>{`${money(price[0], currency).text} → ${money(price[1], currency).text}`}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  )
}
