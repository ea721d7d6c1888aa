import { Button, Menu } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { canArchive } from '@omni/domain/orders/groups.ts'
import { useAct } from '../../platform/act.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import type { CardShow } from '../../product-cards/card-show.ts'
import type { OrderRow } from './order-filters.ts'
import { MARKERS } from './order-texts.ts'
import { isPlaceable, landedOf } from './row-state.ts'
import classes from './orders.module.css'

const LISTS = [
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getSectionSummary,
  orderCalls.getOrderDetail,
]

interface OrderBulkProps {
  show: CardShow
  /** The selected rows. */
  rows: readonly OrderRow[]
  onDone: () => void
  onPlace: (order_ids: readonly string[]) => void
}

const idsOf = (rows: readonly OrderRow[]) => [...new Set(rows.map(({ order_id }) => order_id))]

/** What the selected orders sell for, each once, by currency. */
function sellsText(rows: readonly OrderRow[], { money }: CardShow): string {
  const orders = new Map(rows.map((row) => [row.order_id, row])).values()
  return [...Map.groupBy(orders, ({ currency }) => currency)]
    .map(
      ([currency, own]) =>
        money(
          own.reduce((sum, { total }) => sum + total, 0),
          currency,
        ).text,
    )
    .join(' + ')
}

/** Goods and shipping of what is known; where something is not, the sum is the least it can be. */
function costText(rows: readonly OrderRow[], { t, money }: CardShow): string {
  const sum = rows.reduce((all, { cost, shipping }) => all + (cost ?? 0) + (shipping ?? 0), 0)
  if (rows.every(({ cost }) => cost === null)) return t('orders.unknown')
  const amount = money(sum).text
  return rows.some((row) => landedOf(row) === null) ? t('orders.at_least', { amount }) : amount
}

/** What can be done with all orders that are selected, and what they come to. */
export function OrderBulk({ show, rows, onDone, onPlace }: OrderBulkProps) {
  const { t } = show
  const mark = useAct(orderCalls.markOrder, { refresh: LISTS })
  const archive = useAct(orderCalls.markArchive, { refresh: LISTS })
  const revert = useAct(orderCalls.revertOrder, { refresh: LISTS })
  const orders = idsOf(rows)
  const placeable = rows.filter(isPlaceable)
  const open = idsOf(rows.filter(canArchive))
  const away = idsOf(rows.filter(({ sub_status }) => sub_status === 'archived'))
  const putAway = async () => {
    const reply = await archive.run({ orders: open })
    if (!reply.data) return
    undoToast(t('orders.archived', { n: reply.data.changed }), () => void revert.run({ orders: open }))
    onDone()
  }
  const takeBack = async () => {
    const reply = await revert.run({ orders: away })
    if (!reply.data) return
    toast('success', t('orders.reverted', { n: reply.data.changed }))
    onDone()
  }
  return (
    <>
      <span className={classes.bulkSums}>
        {t('orders.bulk_sums', { sold: sellsText(rows, show), cost: costText(rows, show) })}
      </span>
      {placeable.length > 0 ? (
        <Button size="xs" onClick={() => onPlace(idsOf(placeable))}>
          {t('orders.place_some', { n: idsOf(placeable).length, cost: costText(placeable, show) })}
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
      {away.length > 0 ? (
        <Button size="xs" loading={revert.pending} onClick={() => void takeBack()}>
          {t('orders.revert')}
        </Button>
      ) : null}
      {open.length > away.length ? (
        <Button size="xs" variant="default" loading={archive.pending} onClick={() => void putAway()}>
          {t('orders.archive')}
        </Button>
      ) : null}
    </>
  )
}
