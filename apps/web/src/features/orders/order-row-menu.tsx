import { ActionIcon, Menu } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowsSplit, IconDots, IconEye } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { CardShow } from '../../product-cards/card-show.ts'
import type { OrderRow } from './order-filters.ts'
import { canSplit } from './splittable.ts'

const SplitDialog = lazy(() => import('./split-dialog.tsx').then((module) => ({ default: module.SplitDialog })))
const icon = { size: 16, stroke: ICON_STROKE, 'aria-hidden': true } as const

/** What is done with one order without opening it. */
export function OrderRowMenu({ row, show: { t }, onOpen }: { row: OrderRow; show: CardShow; onOpen: () => void }) {
  const [isSplitting, setSplitting] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('orders.actions_of', { number: row.number })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEye {...icon} />} onClick={onOpen}>
            {t('orders.open')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsSplit {...icon} />}
            disabled={!canSplit(row)}
            onClick={() => setSplitting(true)}
          >
            {t('orders.split')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {isSplitting ? <SplitDialog order={row} onClose={() => setSplitting(false)} /> : null}
      </Suspense>
    </>
  )
}
