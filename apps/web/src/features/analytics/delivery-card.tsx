import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import type { Column, Columns } from '@omni/ui/data-table-column.ts'
import { DataTable } from '@omni/ui/data-table.tsx'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { useState } from 'react'
import { type Format, useFormat } from '../../platform/format.ts'
import { type Translate, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { supplierName } from './analytics-texts.ts'
import classes from './analytics.module.css'

type Row = Out<typeof analyticsCalls.listCarriers>['suppliers'][number]

/** How long suppliers and carriers take, and how often they fail: from what became of the seller's own purchases. */
export function DeliveryCard() {
  const t = useT()
  const format = useFormat()
  const [by, setBy] = useState<'suppliers' | 'carriers'>('suppliers')
  const reading = useCall(analyticsCalls.listCarriers, {}, { quiet: true })
  const nameOf = ({ name }: Row) => (by === 'suppliers' ? supplierName(name) : name)
  return (
    <section>
      <h2 className={classes.heading}>{t('analytics.delivery')}</h2>
      <p className={classes.under}>{t('analytics.delivery_text')}</p>
      <DataTable
        key={by}
        name={t('analytics.delivery')}
        storageKey="analytics-delivery"
        rows={reading.data?.[by]}
        rowKey={({ name }) => name}
        columns={columnsFor(t, format, nameOf, t(by === 'suppliers' ? 'analytics.by_supplier' : 'analytics.carrier'))}
        card={cardWith(t, format, nameOf)}
        toolbar={
          <ChipRow label={t('analytics.breakdown')}>
            <Chip active={by === 'suppliers'} onClick={() => setBy('suppliers')}>
              {t('analytics.by_supplier')}
            </Chip>
            <Chip active={by === 'carriers'} onClick={() => setBy('carriers')}>
              {t('analytics.carrier')}
            </Chip>
          </ChipRow>
        }
        empty={<EmptyState compact drawing="box" title={t('analytics.empty_delivery')} />}
        error={reading.isError ? <ReadFailed reading={reading} title="analytics.failed" /> : undefined}
      />
    </section>
  )
}

const cardWith = (t: Translate, format: Format, nameOf: (row: Row) => string) => (row: Row) => (
  <div className={classes.cardRow}>
    <span className={classes.cardName}>{nameOf(row)}</span>
    <span className={classes.cardMore}>
      {t('analytics.delivery_line', {
        count: row.purchases,
        days: days(row.days_to_deliver, format),
        rate: format.percent(row.failure_rate),
      })}
    </span>
  </div>
)

const days = (value: number | null, format: Format) => (value === null ? '–' : format.number(value))

function columnsFor(t: Translate, format: Format, nameOf: (row: Row) => string, title: string) {
  const count = (key: 'purchases' | 'shipped' | 'delivered' | 'failed', heading: string): Column<Row> => ({
    title: heading,
    align: 'end',
    width: 100,
    csv: (row) => String(row[key]),
    cell: (row) => format.number(row[key]),
  })
  const took = (key: 'days_to_ship' | 'days_to_deliver', heading: string): Column<Row> => ({
    title: heading,
    align: 'end',
    width: 140,
    csv: (row) => String(row[key] ?? ''),
    cell: (row) => days(row[key], format),
  })
  return {
    name: { title, fixed: true, csv: nameOf, cell: nameOf },
    purchases: count('purchases', t('analytics.purchases')),
    shipped: count('shipped', t('analytics.shipped')),
    delivered: count('delivered', t('analytics.delivered')),
    failed: count('failed', t('analytics.failures')),
    failure_rate: {
      title: t('analytics.failure_rate'),
      align: 'end',
      width: 110,
      csv: (row) => String(row.failure_rate),
      cell: (row) => format.percent(row.failure_rate),
    },
    days_to_ship: took('days_to_ship', t('analytics.days_to_ship')),
    days_to_deliver: took('days_to_deliver', t('analytics.days_to_deliver')),
  } satisfies Columns<Row>
}
