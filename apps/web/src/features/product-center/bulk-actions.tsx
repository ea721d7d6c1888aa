import { ICON_STROKE } from '@omni/ui/measures.ts'
import {
  type Icon,
  IconCopy,
  IconCurrencyDollar,
  IconEdit,
  IconSend,
  IconSitemap,
  IconTag,
  IconTrash,
} from '@tabler/icons-react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import classes from './product-list.module.css'

export type BulkAction = 'push' | 'edit' | 'prices' | 'tags' | 'duplicate' | 'split' | 'delete'

const ACTIONS: readonly { action: BulkAction; text: TextKey; icon: Icon }[] = [
  { action: 'push', text: 'push.push', icon: IconSend },
  { action: 'edit', text: 'product_center.bulk_edit', icon: IconEdit },
  { action: 'prices', text: 'product_center.bulk_prices', icon: IconCurrencyDollar },
  { action: 'tags', text: 'product_center.tags', icon: IconTag },
  { action: 'duplicate', text: 'product_center.duplicate', icon: IconCopy },
  { action: 'split', text: 'product_center.split', icon: IconSitemap },
  { action: 'delete', text: 'product_center.delete', icon: IconTrash },
]

/** The buttons of the dark bar (look 05). */
export function BulkActions({ onAct }: { onAct: (action: BulkAction) => void }) {
  const t = useT()
  return ACTIONS.map(({ action, text, icon: ActionIcon }) => (
    <button key={action} type="button" className={classes.bulkButton} onClick={() => onAct(action)}>
      <ActionIcon size={16} stroke={ICON_STROKE} aria-hidden="true" />
      {t(text)}
    </button>
  ))
}
