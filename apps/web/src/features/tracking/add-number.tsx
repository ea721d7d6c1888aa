import { Button, Modal, Switch, TextInput } from '@mantine/core'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import { SHOWING_PARCELS } from './parcel-calls.ts'
import classes from './parcels.module.css'

interface AddNumberProps {
  supplier_order_id: string
  /** The parcel whose number it may take the place of. */
  parcel_id?: string
  onClose: () => void
}

/** A number that the supplier does not tell: another parcel of the purchase, or another number for the same. */
export function AddNumber({ supplier_order_id, parcel_id, onClose }: AddNumberProps) {
  const t = useT()
  const add = useAct(trackingCalls.addParcel, { refresh: SHOWING_PARCELS })
  const [number, setNumber] = useState('')
  const [carrier, setCarrier] = useState('')
  const [replaces, setReplaces] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const reply = await add.run({
      supplier_order_id,
      tracking_number: number.trim(),
      carrier: carrier.trim(),
      ...(replaces && parcel_id !== undefined && { replaces: parcel_id }),
    })
    setProblem(reply.success ? null : (reply.errors?.['tracking_number']?.[0] ?? null))
    if (!reply.success) return
    toast('success', t('parcels.added', { number: reply.data?.tracking_number ?? '' }))
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('parcels.add')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          data-autofocus
          label={t('parcels.number')}
          value={number}
          maxLength={60}
          error={problem}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <TextInput
          label={t('parcels.carrier')}
          description={t('parcels.carrier_found')}
          value={carrier}
          maxLength={100}
          onChange={(event) => setCarrier(event.currentTarget.value)}
        />
        {parcel_id === undefined ? null : (
          <Switch
            label={t('parcels.replaces')}
            checked={replaces}
            onChange={(event) => setReplaces(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={add.pending} disabled={number.trim().length < 5}>
          {t('parcels.add_do')}
        </Button>
      </form>
    </Modal>
  )
}
