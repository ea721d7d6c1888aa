import { Button, Menu } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import type { OrderFilters } from './order-filters.ts'
import { MARKERS } from './order-texts.ts'

const LISTS = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getOrderDetail]

interface OrderBulkProps {
  filters: OrderFilters
  /** The selected orders. */
  orders: string[]
  onDone: () => void
  onPlace: () => void
}

/** What can be done with all orders that are selected. */
export function OrderBulk({ filters: { order_status, sub_status }, orders, onDone, onPlace }: OrderBulkProps) {
  const t = useT()
  const mark = useAct(orderCalls.markOrder, { refresh: LISTS })
  const archive = useAct(orderCalls.markArchive, { refresh: LISTS })
  const revert = useAct(orderCalls.revertOrder, { refresh: LISTS })
  const putAway = async () => {
    const reply = await archive.run({ orders })
    if (!reply.data) return
    undoToast(t('orders.archived', { n: reply.data.changed }), () => void revert.run({ orders }))
    onDone()
  }
  const takeBack = async () => {
    const reply = await revert.run({ orders })
    if (!reply.data) return
    toast('success', t('orders.reverted', { n: reply.data.changed }))
    onDone()
  }
  return (
    <>
      {order_status === 'placement' && sub_status !== 'archived' && sub_status !== 'processing' ? (
        <Button size="xs" onClick={onPlace}>
          {t('placement.place_chosen')}
        </Button>
      ) : null}
      <Menu position="top-start">
        <Menu.Target>
          <Button size="xs" variant="default">
            {t('orders.mark')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MARKERS.map(({ text }, marker) => (
            <Menu.Item key={text} onClick={() => void mark.run({ orders, marker }).then(onDone)}>
              {t(text)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {sub_status === 'archived' ? (
        <Button size="xs" loading={revert.pending} onClick={() => void takeBack()}>
          {t('orders.revert')}
        </Button>
      ) : (
        <Button size="xs" variant="default" loading={archive.pending} onClick={() => void putAway()}>
          {t('orders.archive')}
        </Button>
      )}
    </>
  )
}
