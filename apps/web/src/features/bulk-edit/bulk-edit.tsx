import { Button } from '@mantine/core'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Selection } from '@omni/contracts/products.fields.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { shortId } from '@omni/domain/ids.ts'
import type { BulkField } from '@omni/domain/products/bulk-fields.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { type Draft, newDraft, toEdits } from './bulk-rule.ts'
import { DiffDialog } from './diff-dialog.tsx'
import { PushEdited } from './push-edited.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { useBulkPreview } from './use-bulk-preview.ts'

const MOST_EDITS = 20 // what one call takes

interface BulkEditProps {
  selection: Selection
  count: number
  start: BulkField
  onClose: () => void
  onDone: () => void
}

/** Several edits of many products at once, previewed as they are typed (look 05-import-diff). */
export function BulkEdit({ selection, count, start, onClose, onDone }: BulkEditProps) {
  const t = useT()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => [newDraft(shortId(Math.random), start)])
  const currency = useCall(productSettingsCalls.getSellingPrice, {}, { quiet: true }).data?.currency ?? DEFAULT_CURRENCY
  const edits = toEdits(drafts, currency)
  const state = useBulkPreview(bulkEditCalls.bulkUpdate, edits ? { selection, edits } : null, onDone)
  const change = (draft: Draft) => setDrafts(drafts.map((item) => (item.id === draft.id ? draft : item)))
  return (
    <DiffDialog
      title={t('bulk.title', { count })}
      hint={t('bulk.hint')}
      onClose={onClose}
      onRun={() => void state.run()}
      {...state}
      more={
        selection.ids && edits ? (
          <PushEdited product_ids={selection.ids} edits={edits} disabled={!state.ready} onDone={onDone} />
        ) : null
      }
      rule={
        <>
          {drafts.map((draft) => (
            <RuleSentence
              key={draft.id}
              draft={draft}
              currency={currency}
              onChange={change}
              onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter(({ id }) => id !== draft.id)) : undefined}
            />
          ))}
          {drafts.length < MOST_EDITS ? (
            <Button
              size="xs"
              variant="subtle"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconPlus size={15} stroke={ICON_STROKE} aria-hidden="true" />}
              onClick={() => setDrafts([...drafts, newDraft(shortId(Math.random), 'price')])}
            >
              {t('bulk.add_edit')}
            </Button>
          ) : null}
        </>
      }
    />
  )
}
