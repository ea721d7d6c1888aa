import { Skeleton } from '@mantine/core'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { Money } from '@omni/ui/money.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import classes from './wallet.module.css'

const DAYS = 14
const HEIGHT = 120

/** Money in and out of the last two weeks, day by day. */
export function ChartCard() {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const reading = useCall(walletCalls.getWalletChart, { days: DAYS }, { quiet: true })
  const chart = reading.data
  if (reading.isError)
    return (
      <Card>
        <ReadFailed reading={reading} title="wallet.chart_failed" />
      </Card>
    )
  if (!chart)
    return (
      <Card>
        <Skeleton height={199} />
      </Card>
    )
  const highest = Math.max(1, ...chart.days.map(({ money_in }) => money_in))
  const deepest = Math.max(0, ...chart.days.map(({ money_out }) => money_out))
  const unit = HEIGHT / (highest + deepest)
  const day = (iso: string) => format.date(`${iso}T12:00:00`, 'dayMonth')
  return (
    <Card>
      <div className={classes.sums}>
        <div>
          <p className={classes.label}>{t('wallet.money_in')}</p>
          <p className={classes.sum}>
            <Money {...money(chart.money_in, chart.currency)} />
          </p>
        </div>
        <div>
          <p className={classes.label}>{t('wallet.money_out')}</p>
          <p className={classes.sum}>
            <Money {...money(chart.money_out, chart.currency)} />
          </p>
        </div>
      </div>
      <ol className={classes.bars} aria-label={t('wallet.chart')}>
        {chart.days.map(({ day: iso, money_in, money_out }) => (
          <li
            key={iso}
            className={classes.day}
            title={t('wallet.chart_day', {
              day: day(iso),
              money_in: money(money_in, chart.currency).text,
              money_out: money(money_out, chart.currency).text,
            })}
          >
            <span className={classes.up} style={{ blockSize: highest * unit }} aria-hidden="true">
              <i style={{ blockSize: money_in * unit }} />
            </span>
            <span className={classes.down} style={{ blockSize: deepest * unit }} aria-hidden="true">
              <i style={{ blockSize: money_out * unit }} />
            </span>
            <span className={classes.hidden}>
              {t('wallet.chart_day', {
                day: day(iso),
                money_in: money(money_in, chart.currency).text,
                money_out: money(money_out, chart.currency).text,
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.ends} aria-hidden="true">
        <span>{day(chart.days[0]?.day ?? '')}</span>
        <span>{day(chart.days.at(-1)?.day ?? '')}</span>
      </p>
    </Card>
  )
}
