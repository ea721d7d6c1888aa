import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { isSource, type Source, SOURCES } from '@omni/domain/catalog/sources.ts'
import { parseMinor } from '@omni/domain/money.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './placement.module.css'

const REFRESH = [
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
  placementCalls.getOrderPanel,
]
const FIRST: Source = SOURCES[0]

interface LineActionsProps {
  order_id: string
  /** Lines that nobody buys yet. */
  line_ids: readonly string[]
}

/** What a seller does with lines that are not to be bought as planned: another supplier, or bought without us. */
export function LineActions({ order_id, line_ids }: LineActionsProps) {
  const t = useT()
  const [open, setOpen] = useState<'supplier' | 'by_hand' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={classes.buttons}>
      <Button size="xs" variant="default" onClick={() => setOpen('supplier')}>
        {t('placement.change_supplier')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setOpen('by_hand')}>
        {t('placement.by_hand')}
      </Button>
      {open === 'supplier' ? <ChangeSupplier order_id={order_id} line_ids={line_ids} onClose={close} /> : null}
      {open === 'by_hand' ? <BoughtByHand order_id={order_id} line_ids={line_ids} onClose={close} /> : null}
    </div>
  )
}

interface FormProps extends LineActionsProps {
  onClose: () => void
}

function SourceSelect({ source, onSource }: { source: Source; onSource: (source: Source) => void }) {
  const t = useT()
  return (
    <Select
      label={t('placement.by_hand_supplier')}
      allowDeselect={false}
      data={SOURCES.map((one) => ({ value: one, label: VENDOR_NAMES[one] }))}
      value={source}
      onChange={(value) => value !== null && isSource(value) && onSource(value)}
    />
  )
}

function ChangeSupplier({ order_id, line_ids, onClose }: FormProps) {
  const t = useT()
  const change = useAct(placementCalls.changeSupplier, { refresh: REFRESH })
  const [source, setSource] = useState<Source>(FIRST)
  const [product, setProduct] = useState('')
  const [sku, setSku] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (isBack: boolean) => {
    const supplier = isBack ? null : { source, source_product_id: product.trim(), sku_id: sku.trim() }
    const reply = await change.run({ id: order_id, line_items: line_ids.map((line_id) => ({ line_id, supplier })) })
    setProblem(reply.success ? null : (reply.errors?.['line_items']?.[0] ?? reply.message))
    if (reply.success) onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t('placement.change_supplier')}
      description={t('placement.change_text')}
      primary={{
        label: t('placement.change_save'),
        onClick: () => void save(false),
        loading: change.pending,
        disabled: product.trim() === '' || sku.trim() === '',
      }}
      secondary={{ label: t('placement.change_back'), onClick: () => void save(true) }}
    >
      <div className={classes.number}>
        <SourceSelect source={source} onSource={setSource} />
        <TextInput
          label={t('placement.change_product')}
          value={product}
          maxLength={64}
          onChange={(event) => setProduct(event.currentTarget.value)}
        />
        <TextInput
          label={t('placement.change_variant')}
          value={sku}
          maxLength={100}
          error={problem}
          onChange={(event) => setSku(event.currentTarget.value)}
        />
      </div>
    </SidePanel>
  )
}

function BoughtByHand({ order_id, line_ids, onClose }: FormProps) {
  const t = useT()
  const mark = useAct(placementCalls.manuallyFulfill, { refresh: REFRESH })
  const [source, setSource] = useState<Source>(FIRST)
  const [order_no, setNumber] = useState('')
  const [cost, setCost] = useState<string | number>('')
  const [tracking, setTracking] = useState('')
  const [carrier, setCarrier] = useState('')
  const total = parseMinor(String(cost), 'USD')
  const save = async () => {
    if (!total.ok) return
    const parcel = tracking.trim() === '' ? {} : { tracking_number: tracking.trim(), carrier: carrier.trim() }
    const bought = { source, order_no: order_no.trim(), total: total.value }
    const input = { order_id, line_ids: [...line_ids], ...bought, ...parcel }
    if ((await mark.run(input)).success) onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t('placement.by_hand_title')}
      description={t('placement.by_hand_text')}
      primary={{
        label: t('placement.by_hand_save'),
        onClick: () => void save(),
        loading: mark.pending,
        disabled: order_no.trim() === '' || !total.ok,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      <div className={classes.number}>
        <SourceSelect source={source} onSource={setSource} />
        <TextInput
          label={t('placement.order_no')}
          value={order_no}
          maxLength={100}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <NumberInput
          label={t('placement.by_hand_total')}
          value={cost}
          min={0}
          decimalScale={2}
          onChange={(value) => setCost(value)}
        />
        <TextInput
          label={t('placement.by_hand_tracking')}
          description={t('placement.by_hand_tracking_text')}
          value={tracking}
          maxLength={100}
          onChange={(event) => setTracking(event.currentTarget.value)}
        />
        <TextInput
          label={t('placement.by_hand_carrier')}
          value={carrier}
          maxLength={100}
          onChange={(event) => setCarrier(event.currentTarget.value)}
        />
      </div>
    </SidePanel>
  )
}
