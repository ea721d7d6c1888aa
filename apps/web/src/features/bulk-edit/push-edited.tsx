import { Button, Menu } from '@mantine/core'
import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { useAct } from '../../platform/act.ts'
import { useCurrentStore } from '../../platform/account.ts'
import { useT } from '../../platform/i18n.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast, undoToast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from '../../job-tracker/product-answers.ts'
import { useUndoRun } from '../../job-tracker/use-undo-run.ts'
import { showPushUpgrade } from '../../product-cards/import-product.ts'

/** The most one call takes. */
const MOST_PUSHED = 1000

interface PushEditedProps {
  product_ids: readonly string[]
  edits: CallInput<typeof bulkEditCalls.bulkUpdate>['edits']
  disabled: boolean
  onDone: () => void
}

/** The same edit, and then the push: what the edit refuses is not pushed. */
export function PushEdited({ product_ids, edits, disabled, onDone }: PushEditedProps) {
  const t = useT()
  const { undo } = useUndoRun()
  const { stores } = useCurrentStore()
  const push = useAct(listingCalls.bulkUpdateAndPush, {
    refresh: [...PRODUCT_ANSWERS, listingCalls.listMapped],
    quiet: true,
  })
  if (stores.length === 0 || product_ids.length > MOST_PUSHED) return null
  const start = async (store_ids: string[]) => {
    const reply = await push.run({ product_ids: [...product_ids], edits, store_ids })
    if (!reply.success || !reply.data) {
      toast('error', messageOf(reply) || t('bulk.run_failed'))
      if (reply.status === CODES.quota_expired.status) showPushUpgrade(reply)
      return
    }
    const { edit_run_id, total_push } = reply.data
    undoToast(t('push.started', { count: total_push }), () => void undo(edit_run_id))
    onDone()
  }
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="default" loading={push.pending} disabled={disabled}>
          {t('bulk.and_push')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {stores.map(({ id, store_name, domain }) => (
          <Menu.Item key={id} onClick={() => void start([id])}>
            <span dir="auto">{store_name || domain}</span>
          </Menu.Item>
        ))}
        {stores.length > 1 ? (
          <Menu.Item onClick={() => void start(stores.map(({ id }) => id))}>{t('listings.all_stores')}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
