import { Button, TextInput } from '@mantine/core'
import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './placement.module.css'
import { type SupplierOrder, REPORT_PROBLEMS, REPORT_STATES } from './placement-texts.ts'

const REFRESH = [placementCalls.getOrderPanel, orderCalls.listOrders, orderCalls.getOrderDetail]

/** Whether the store knows of the parcel, why not, and what to do about it. */
export function StoreReport({ purchase: { supplier_order_id, store_reported } }: { purchase: SupplierOrder }) {
  const t = useT()
  const notify = useAct(fulfilmentCalls.syncStore, { refresh: REFRESH })
  const [carrier, setCarrier] = useState('')
  if (!store_reported) return null
  const { state, problem, problem_text } = store_reported
  const asksCarrier = state === 'failed' && problem === 'unknown_carrier'
  const mayReport = state === 'failed' || (state === 'skipped' && problem === 'switched_off')
  return (
    <div className={classes.report}>
      <StatusDot tone={REPORT_STATES[state].tone}>{t(REPORT_STATES[state].text)}</StatusDot>
      {problem === null ? null : (
        <p className={classes.note}>
          {t(REPORT_PROBLEMS[problem])}
          {problem === 'refused' && problem_text ? <span dir="auto"> {problem_text}</span> : null}
        </p>
      )}
      {asksCarrier ? (
        <TextInput
          label={t('placement.report_carrier')}
          value={carrier}
          maxLength={100}
          onChange={(event) => setCarrier(event.currentTarget.value)}
        />
      ) : null}
      {mayReport ? (
        <Button
          size="xs"
          variant="default"
          loading={notify.pending}
          disabled={asksCarrier && carrier.trim() === ''}
          onClick={() => void notify.run({ supplier_order_id, ...(asksCarrier && { carrier: carrier.trim() }) })}
        >
          {t('placement.report_again')}
        </Button>
      ) : null}
    </div>
  )
}
