import { ActionIcon, Menu } from '@mantine/core'
import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import {
  IconBuildingStore,
  IconCopy,
  IconDots,
  IconPencil,
  IconSend,
  IconSitemap,
  IconTrash,
} from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { detailHref } from '../../product-cards/detail-address.ts'
import { editorHref } from '../../product-cards/editor-address.ts'
import type { View } from './product-filters.ts'

interface RowMenuProps {
  row: ProductRow
  view: View
  onPush: (row: ProductRow) => void
  onDuplicate: (row: ProductRow) => void
  onSplit: (row: ProductRow) => void
  onDelete: (row: ProductRow) => void
}

const icon = { size: 16, stroke: ICON_STROKE, 'aria-hidden': true } as const

export function RowMenu({ row, view, onPush, onDuplicate, onSplit, onDelete }: RowMenuProps) {
  const t = useT()
  const label = t('product_center.actions_of', { name: row.title })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={28} aria-label={label}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={AppLink} href={editorHref(view, row.product_id)} leftSection={<IconPencil {...icon} />}>
          {t('product_center.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSend {...icon} />} onClick={() => onPush(row)}>
          {t('push.push')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onDuplicate(row)}>
          {t('product_center.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSitemap {...icon} />}
          disabled={row.total_variants < 2}
          onClick={() => onSplit(row)}
        >
          {t('product_center.split')}
        </Menu.Item>
        <Menu.Item
          component={AppLink}
          href={detailHref(row, row.ship_to)}
          leftSection={<IconBuildingStore {...icon} />}
        >
          {t('product_center.supplier_offer')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onDelete(row)}>
          {t('product_center.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
