import { Skeleton } from '@mantine/core'
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { useT } from '../../platform/i18n.ts'
import { ProfitParts } from '../analytics/profit.tsx'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'

/** What the order earns, and what that is made of. */
export function ProfitPart({ order_id }: { order_id: string }) {
  const t = useT()
  const reading = useCall(analyticsCalls.getOrderProfit, { order_id }, { quiet: true })
  const { data } = reading
  return (
    <section aria-label={t('profit.title')}>
      <h3>{t('profit.title')}</h3>
      {reading.isPending ? <Skeleton height={120} /> : null}
      {reading.isError ? <ReadFailed reading={reading} title="orders.failed" /> : null}
      {data?.profit ? <ProfitParts profit={data.profit} parts={data.parts} /> : null}
      {data && !data.profit ? <p>{t('profit.no_rate')}</p> : null}
    </section>
  )
}
