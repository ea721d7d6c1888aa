import { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { FoundBy } from '@omni/domain/orders/search.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useCardShow } from '../../product-cards/card-show.ts'
import { buyerOf, Channel } from './order-cells.tsx'
import type { OrderFilters, OrderRow } from './order-filters.ts'
import { widened } from './order-filters.ts'
import { stateOf } from './row-state.ts'
import classes from './orders.module.css'

const SHOWN = 4
/** As the palette does it: shorter words find everything. */
const SHORTEST = 2

const FIELDS: Record<FoundBy, TextKey> = {
  number: 'orders.order',
  supplier_number: 'orders.source_no',
  tracking_number: 'parcels.number',
  name: 'orders.info',
  email: 'orders.email',
  phone: 'orders.field_phone',
  product: 'orders.product',
}

interface ElsewhereProps {
  filters: OrderFilters
  onOpen: (row: OrderRow) => void
}

/** What is typed belongs to some order, seldom to the part of the list that is open: the others that it was found in. */
export function FoundElsewhere({ filters, onOpen }: ElsewhereProps) {
  const { t } = useCardShow()
  const { keyword, order_status, sub_status } = filters
  const all = widened(filters)
  const enabled = all !== null && keyword.length >= SHORTEST
  const { data } = useCall(
    orderCalls.listOrders,
    { keyword, order_status: 'all', page_size: SHOWN * 2 },
    { enabled, quiet: true },
  )
  const isElsewhere = (row: OrderRow) =>
    row.status !== order_status || (sub_status !== 'all' && row.sub_status !== sub_status)
  const others = (data?.items ?? []).filter(isElsewhere).slice(0, SHOWN)
  if (!enabled || all === null || others.length === 0) return null
  return (
    <section className={classes.elsewhere} aria-label={t('orders.found_elsewhere')}>
      <p className={classes.meta}>
        {t('orders.found_elsewhere')}{' '}
        <AppLink href={all} className={classes.repair}>
          {t('parcels.need_all', { n: data?.total ?? 0 })}
        </AppLink>
      </p>
      <ul>
        {others.map((row) => (
          <FoundRow key={`${row.order_id} ${row.status} ${row.sub_status}`} row={row} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function FoundRow({ row, onOpen }: { row: OrderRow; onOpen: (row: OrderRow) => void }) {
  const show = useCardShow()
  const { t } = show
  const { tone, text } = stateOf(row)
  return (
    <li className={classes.order}>
      <Channel row={row} show={show} />
      <span className={classes.words}>
        <span>
          <button type="button" className={classes.number} dir="auto" onClick={() => onOpen(row)}>
            {row.number}
          </button>{' '}
          <bdi>{buyerOf(row)}</bdi>
        </span>
        {row.found_in && row.found_in.field !== 'name' && row.found_in.field !== 'number' ? (
          <span className={classes.meta}>
            {t(FIELDS[row.found_in.field])} <bdi>{row.found_in.text}</bdi>
          </span>
        ) : null}
      </span>
      <StatusDot tone={tone}>{t(text)}</StatusDot>
    </li>
  )
}
