import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { SUB_STATUSES } from '@omni/domain/orders/groups.ts'
import { Chip } from '@omni/ui/chip.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { ListTabs } from '../../platform/list-tabs.tsx'
import { useCall } from '../../platform/query.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'
import { SavedViews } from '../product-center/saved-views.tsx'
import { GROUPS_OF_TAB, type ListedStatus, type ListTab, type OrderFilters, viewOf } from './order-filters.ts'
import { GROUPS, SUBS } from './order-texts.ts'
import classes from './orders.module.css'

interface OrderGroupsProps {
  tab: ListTab
  filters: OrderFilters
  url: UrlValues
  onChange: (to: UrlChanges) => void
}

/** The groups of a tab and the parts of the open one, with how many orders each has (orders spec §2). */
export function OrderGroups({ tab, filters, url, onChange }: OrderGroupsProps) {
  const t = useT()
  const format = useFormat()
  const { order_status, sub_status, overdue } = filters
  const counts = useCall(orderCalls.countOrderStatus, {}, { quiet: true, keep: true }).data?.groups
  const late = counts?.['refund']?.['overdue']
  return (
    <div className={classes.groups}>
      <ListTabs<ListedStatus>
        label="orders.groups"
        tabs={GROUPS_OF_TAB[tab]}
        text={(group) => GROUPS[group]}
        value={order_status}
        count={(group) => counts?.[group]?.['all']}
        onChange={(group) => onChange({ group, sub: undefined, overdue: undefined })}
      />
      <ListTabs
        label="orders.parts"
        tabs={SUB_STATUSES[order_status]}
        text={(sub) => SUBS[sub]}
        value={sub_status}
        count={(sub) => counts?.[order_status]?.[sub]}
        onChange={(sub) =>
          onChange({
            sub,
            reason: undefined,
            // Not among the filters there.
            ...(sub === 'needs_attention' && { source: undefined }),
          })
        }
      >
        {order_status === 'refund' ? (
          <Chip
            active={overdue}
            count={late ? format.number(late) : undefined}
            onClick={() => onChange({ overdue: overdue ? undefined : '1', days: 'all' })}
          >
            {t('orders.overdue')}
          </Chip>
        ) : null}
      </ListTabs>
      {tab === 'placement' ? (
        <SavedViews screen="orders" query={viewOf(url)} onChange={(view) => onChange(viewOf(view))} />
      ) : null}
    </div>
  )
}
