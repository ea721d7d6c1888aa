import { Button, TextInput } from '@mantine/core'
import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './placement.module.css'
import { type SupplierOrder, TELL_PROBLEMS, TOLD } from './placement-texts.ts'

const REFRESH = [placementCalls.getOrderInfo, orderCalls.listOrders, orderCalls.getOrderDetail]

/** Whether the store knows of the parcel, why not, and what to do about it. */
export function StoreTold({ purchase: { supplier_order_id, store_told } }: { purchase: SupplierOrder }) {
  const t = useT()
  const notify = useAct(fulfilmentCalls.syncStore, { refresh: REFRESH })
  const [carrier, setCarrier] = useState('')
  if (!store_told) return null
  const { state, problem, problem_text } = store_told
  const asksCarrier = state === 'failed' && problem === 'unknown_carrier'
  const mayTell = state === 'failed' || (state === 'skipped' && problem === 'switched_off')
  return (
    <div className={classes.told}>
      <StatusDot tone={TOLD[state].tone}>{t(TOLD[state].text)}</StatusDot>
      {problem === null ? null : (
        <p className={classes.note}>
          {t(TELL_PROBLEMS[problem])}
          {problem === 'refused' && problem_text ? <span dir="auto"> {problem_text}</span> : null}
        </p>
      )}
      {asksCarrier ? (
        <TextInput
          label={t('placement.told_carrier')}
          value={carrier}
          maxLength={100}
          onChange={(event) => setCarrier(event.currentTarget.value)}
        />
      ) : null}
      {mayTell ? (
        <Button
          size="xs"
          variant="default"
          loading={notify.pending}
          disabled={asksCarrier && carrier.trim() === ''}
          onClick={() => void notify.run({ supplier_order_id, ...(asksCarrier && { carrier: carrier.trim() }) })}
        >
          {t('placement.told_again')}
        </Button>
      ) : null}
    </div>
  )
}
