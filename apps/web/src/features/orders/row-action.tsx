import { Button } from '@mantine/core'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { LineReason } from '@omni/domain/orders/groups.ts'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { EXTENSION_URL } from '../../platform/addresses.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { openUpgrade } from '../../platform/panels.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import { CONNECT_ACCOUNT } from '../placement/placement-texts.ts'
import type { OrderRow } from './order-filters.ts'
import { OrderRowMenu } from './order-row-menu.tsx'
import { isDecidedInPreview, isPlaceable } from './row-state.ts'
import classes from './orders.module.css'

export interface RowActs {
  onOpen: (row: OrderRow) => void
  onPlace: (order_ids: readonly string[]) => void
}

/** What a person does about it. Where nothing is to be done the order is opened. */
const REPAIRS: Record<LineReason, TextKey> = {
  not_mapped: 'orders.do_map',
  change_supplier: 'orders.do_supplier',
  address: 'orders.do_address',
  out_of_stock: 'orders.do_supplier',
  cannot_ship: 'orders.do_supplier',
  by_hand: 'orders.do_by_hand',
  no_extension: EXTENSION_URL ? 'orders.install_extension' : 'orders.do_by_hand',
  account_missing: CONNECT_ACCOUNT.text,
  account_over: CONNECT_ACCOUNT.text,
  method_gone: 'orders.do_method',
  quota: 'quota.upgrade_now',
  loss: 'orders.do_decide',
  price_rise: 'orders.do_decide',
  price_jumped: 'orders.do_decide',
  failed: 'orders.do_retry',
  unclear: 'orders.do_decide',
  checking: 'orders.open',
  store_request: 'orders.do_answer',
}

/** Where it is put right, where that is a page of its own. */
const PAGES: Partial<Record<LineReason, string>> = {
  account_missing: CONNECT_ACCOUNT.href,
  account_over: CONNECT_ACCOUNT.href,
  ...(EXTENSION_URL && { no_extension: EXTENSION_URL }),
}

/** Listings of the store that are no product of ours yet, beginning with this one. */
const mapHref = ({ store_id, lines }: OrderRow) => {
  const text = lines.find(({ reason }) => reason === 'not_mapped')?.title ?? ''
  return `/app/list?${new URLSearchParams({ tab: 'unmapped', text, ...(store_id && { store_id }) }).toString()}`
}

const LISTS = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getSectionSummary]

/** The next step of the row, always in sight; the others are in its menu. */
export function RowAction({ row, show, acts: { onOpen, onPlace } }: { row: OrderRow; show: CardShow; acts: RowActs }) {
  const { t } = show
  const revert = useAct(orderCalls.revertOrder, { refresh: LISTS })
  const [reason] = row.reasons
  const button = { size: 'xs', variant: 'default', className: classes.action ?? '' } as const
  const isOpen = row.status === 'placement'
  const main = () => {
    if (isPlaceable(row))
      return (
        <Button {...button} onClick={() => onPlace([row.order_id])}>
          {t(reason === 'failed' ? REPAIRS.failed : 'orders.do_place')}
        </Button>
      )
    if (reason && isDecidedInPreview(row))
      return (
        <Button {...button} onClick={() => onPlace([row.order_id])}>
          {t(REPAIRS[reason])}
        </Button>
      )
    if (row.sub_status === 'archived')
      return (
        <Button {...button} loading={revert.pending} onClick={() => void revert.run({ orders: [row.order_id] })}>
          {t('orders.revert')}
        </Button>
      )
    if (isOpen && reason === 'not_mapped' && row.store_id)
      return (
        <Button {...button} component={AppLink} href={mapHref(row)}>
          {t(REPAIRS.not_mapped)}
        </Button>
      )
    if (isOpen && reason === 'quota')
      return (
        <Button {...button} onClick={() => openUpgrade('ORDER_FULFILLMENT')}>
          {t(REPAIRS.quota)}
        </Button>
      )
    const elsewhere = isOpen && reason ? PAGES[reason] : undefined
    if (reason && elsewhere)
      return (
        <Button {...button} component={AppLink} href={elsewhere}>
          {t(REPAIRS[reason])}
        </Button>
      )
    const isUnpaid = row.status === 'payment' && row.sub_status === 'waiting_payment'
    return (
      <Button {...button} onClick={() => onOpen(row)}>
        {t(isUnpaid ? 'orders.do_pay' : isOpen && reason ? REPAIRS[reason] : 'orders.open')}
      </Button>
    )
  }
  return (
    <span className={classes.actions}>
      {main()}
      <OrderRowMenu row={row} show={show} onOpen={() => onOpen(row)} />
    </span>
  )
}
