import { Button, TextInput } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './placement.module.css'
import type { SupplierOrder } from './placement-texts.ts'

const REFRESH = [
  placementCalls.getOrderPanel,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
]

/** What was bought without us has no supplier that tells the number: the seller types it. */
export function TrackingForm({ purchase: { supplier_order_id, shipments } }: { purchase: SupplierOrder }) {
  const t = useT()
  const save = useAct(placementCalls.updateTracking, { refresh: REFRESH })
  const [first] = shipments
  const [number, setNumber] = useState(first?.tracking_number ?? '')
  const [carrier, setCarrier] = useState(first?.carrier ?? '')
  const isSame = number.trim() === (first?.tracking_number ?? '') && carrier.trim() === (first?.carrier ?? '')
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault()
        void save.run({ supplier_order_id, tracking_number: number.trim(), carrier: carrier.trim() })
      }}
    >
      <TextInput
        label={t('placement.by_hand_tracking')}
        value={number}
        maxLength={100}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <TextInput
        label={t('placement.by_hand_carrier')}
        value={carrier}
        maxLength={100}
        onChange={(event) => setCarrier(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button
          size="xs"
          type="submit"
          variant="default"
          loading={save.pending}
          disabled={number.trim() === '' || carrier.trim() === '' || isSame}
        >
          {t('placement.tracking_save')}
        </Button>
      </div>
    </form>
  )
}
