import { Button } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { type ShowMoney, useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { type Translate, useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListScreen } from '../../platform/list-screen.tsx'
import { query, queryClient } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { type Charge, EXTRA_NAMES, KINDS, STATES } from './billing-texts.ts'
import classes from './billing.module.css'

const PAGE_SIZE = 50

const whatOf = ({ kind, item, name }: Charge, t: Translate): string => {
  const extra = EXTRA_NAMES[item]
  return extra ? t(extra) : `${t(KINDS[kind])}: ${name}`
}

/** Every payment for plans and extras, newest first; the whole list as CSV. */
export function PaymentLogs() {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const [saving, setSaving] = useState(false)
  const list = useList(billingCalls.listPaymentLogs, { page_size: PAGE_SIZE }, { quiet: true })
  const save = async () => {
    setSaving(true)
    const file = await queryClient.fetchQuery(query(billingCalls.exportPaymentLogs, {})).catch(() => null)
    setSaving(false)
    if (!file) return toast('error', t('billing.export_failed'))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([file.text], { type: 'text/csv' }))
    link.download = file.name
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <ListScreen
      name={t('billing.payments')}
      storageKey="plan-payments"
      list={list}
      failed="billing.list_failed"
      more="at_end"
      rowKey={({ charge_id }) => charge_id}
      columns={columnsFor(t, money, format)}
      card={cardWith(t, money, format)}
      toolbar={
        <>
          <h2 className={classes.heading}>{t('billing.payments')}</h2>
          <Button
            size="xs"
            variant="default"
            loading={saving}
            disabled={!list.data?.rows.length}
            onClick={() => void save()}
          >
            {t('billing.export')}
          </Button>
        </>
      }
      nothingYet={<EmptyState drawing="box" title={t('billing.no_payments')} text={t('billing.no_payments_text')} />}
    />
  )
}

const periodOf = ({ period_start, period_end }: Charge, { date }: Format) =>
  period_start && period_end ? `${date(period_start, 'day')} – ${date(period_end, 'day')}` : ''

function columnsFor(t: Translate, money: ShowMoney, format: Format) {
  return {
    what: { title: t('billing.what'), fixed: true, cell: (row) => whatOf(row, t) },
    invoice: { title: t('billing.invoice'), cell: ({ invoice_number }) => <bdi>{invoice_number ?? '–'}</bdi> },
    period: { title: t('billing.period'), cell: (row) => <bdi>{periodOf(row, format) || '–'}</bdi> },
    state: {
      title: t('billing.state'),
      cell: ({ state }) => <StatusDot tone={STATES[state].tone}>{t(STATES[state].text)}</StatusDot>,
    },
    amount: {
      title: t('billing.amount'),
      align: 'end',
      fixed: true,
      cell: ({ amount, currency }) => <Money {...money(amount, currency)} />,
    },
    when: {
      title: t('billing.when'),
      align: 'end',
      cell: ({ happened_at, created_at }) => format.date(happened_at ?? created_at, 'day'),
    },
  } satisfies Columns<Charge>
}

const cardWith = (t: Translate, money: ShowMoney, format: Format) => (row: Charge) => (
  <div className={classes.card}>
    <span>{whatOf(row, t)}</span>
    <Money {...money(row.amount, row.currency)} />
    <StatusDot tone={STATES[row.state].tone}>{t(STATES[row.state].text)}</StatusDot>
    <span className={classes.small}>{format.date(row.happened_at ?? row.created_at, 'day')}</span>
  </div>
)
