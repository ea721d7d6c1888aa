import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { fieldTitle } from './field-titles.ts'
import type { ListingRow } from './listing-state.ts'
import classes from './listings.module.css'
import { useListingActions } from './use-listing-actions.ts'

const WIDTH = 760

/** Both sides changed the same fields: ours and the store's side by side, and which one holds. */
export function ConflictPanel({ row, onClose }: { row: ListingRow; onClose: () => void }) {
  const t = useT()
  const { decide } = useListingActions()
  const [busy, setBusy] = useState<'take_theirs' | 'keep_ours' | null>(null)
  const settle = async (says: 'take_theirs' | 'keep_ours') => {
    setBusy(says)
    const done = await decide(row, says)
    setBusy(null)
    if (done) onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('listings.conflict_title', { name: row.title })}
      description={t('listings.conflict_text', { store: row.store_name })}
      primary={{
        label: t('listings.keep_ours'),
        onClick: () => void settle('keep_ours'),
        loading: busy === 'keep_ours',
        disabled: busy !== null,
      }}
      secondary={{
        label: t('listings.take_theirs'),
        onClick: () => void settle('take_theirs'),
        loading: busy === 'take_theirs',
        disabled: busy !== null,
      }}
    >
      {row.differences.length === 0 ? (
        <p className={classes.meta}>{t('listings.no_differences')}</p>
      ) : (
        <table className={classes.diff}>
          <thead>
            <tr>
              <th scope="col">{t('listings.field')}</th>
              <th scope="col">{t('listings.ours')}</th>
              <th scope="col">{t('listings.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {row.differences.map(({ field, variant, ours, theirs }) => (
              <tr key={field}>
                <th scope="row">
                  {t(fieldTitle(field))}
                  {variant ? (
                    <span className={classes.meta} dir="auto">
                      {variant}
                    </span>
                  ) : null}
                </th>
                <td data-label={t('listings.ours')} dir="auto">
                  {ours || t('listings.nothing')}
                </td>
                <td data-label={t('listings.theirs')} dir="auto">
                  {theirs || t('listings.nothing')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SidePanel>
  )
}
