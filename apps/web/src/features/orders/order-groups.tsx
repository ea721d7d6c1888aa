import type { Out } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { Chip } from '@omni/ui/chip.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { ListTabs } from '../../platform/list-tabs.tsx'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'
import { SavedViews } from '../product-center/saved-views.tsx'
import { GROUPS_OF_TAB, type ListedStatus, type ListTab, type OrderFilters, subsOf, viewOf } from './order-filters.ts'
import { GROUPS, SUBS } from './order-texts.ts'
import classes from './orders.module.css'

interface OrderGroupsProps {
  tab: ListTab
  filters: OrderFilters
  /** Of the rows that the filters leave. */
  counts: Out<typeof orderCalls.countOrderStatus> | undefined
  url: UrlValues
  onChange: (to: UrlChanges) => void
}

/** Where seldom something stands: shown while something does. */
const SELDOM: readonly ListedStatus[] = ['waiting', 'fulfilled', 'closed']
const FIRST_SORT = { sort: undefined, dir: undefined }

/** The groups of a tab and the parts of the open one, with how many rows each has (orders spec §2). */
export function OrderGroups({ tab, filters, counts, url, onChange }: OrderGroupsProps) {
  const t = useT()
  const format = useFormat()
  const { order_status, sub_status, overdue } = filters
  const countOf = (group: ListedStatus) => (group === 'all' ? counts?.all : counts?.groups[group]['all'])
  const subs = subsOf(order_status)
  const late = counts?.groups.refund['overdue']
  return (
    <div className={classes.groups}>
      <ListTabs<ListedStatus>
        label="orders.groups"
        tabs={GROUPS_OF_TAB[tab].filter(
          (group) => !SELDOM.includes(group) || group === order_status || (countOf(group) ?? 0) > 0,
        )}
        text={(group) => GROUPS[group]}
        value={order_status}
        count={countOf}
        onChange={(group) => onChange({ group, sub: undefined, overdue: undefined, orders: undefined, ...FIRST_SORT })}
      />
      {subs.length > 1 && order_status !== 'all' ? (
        <ListTabs
          label="orders.parts"
          tabs={subs}
          text={(sub) => SUBS[sub]}
          value={sub_status}
          count={(sub) => counts?.groups[order_status][sub]}
          onChange={(sub) =>
            onChange({
              sub,
              reason: undefined,
              ...FIRST_SORT,
              // Not among the filters there.
              ...(sub === 'needs_attention' && { source: undefined }),
            })
          }
        >
          {order_status === 'refund' ? (
            <Chip
              active={overdue}
              count={late ? format.number(late) : undefined}
              onClick={() => onChange({ overdue: overdue ? undefined : '1' })}
            >
              {t('orders.overdue')}
            </Chip>
          ) : null}
        </ListTabs>
      ) : null}
      {tab === 'placement' ? (
        <SavedViews screen="orders" query={viewOf(url)} onChange={(view) => onChange(viewOf(view))} />
      ) : null}
    </div>
  )
}
