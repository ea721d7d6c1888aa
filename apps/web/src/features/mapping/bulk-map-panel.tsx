import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { query } from '../../platform/query.ts'
import { type Listing, type Mode, MODES } from './store-product.ts'
import classes from './mapping.module.css'

const WIDTH = 860
/** From here on a suggestion is taken unless the seller says otherwise. */
const TAKEN_FROM = 90

interface BulkMapPanelProps {
  rows: readonly Listing[]
  onClose: () => void
  onStarted: () => void
}

/** Several store products and the best suggestion for each; what is ticked is mapped in the background. */
export function BulkMapPanel({ rows, onClose, onStarted }: BulkMapPanelProps) {
  const t = useT()
  const format = useFormat()
  const [mode, setMode] = useState<Mode>('tie')
  const [option, setOption] = useState('')
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const refresh = [listingCalls.listMapped, listingCalls.listUnmapped, importListCalls.getProductCounts]
  const tie = useAct(mappingCalls.createFromUnmapped, { refresh })
  const copy = useAct(mappingCalls.duplicateUnmapped, { refresh })
  const split = useAct(mappingCalls.splitUnmapped, { refresh })
  const found = useQueries({
    queries: rows.map(({ listing_id }) => query(mappingCalls.listSuggestions, { id: listing_id }, { quiet: true })),
  })
  const lines = rows.map((row, at) => ({ row, answer: found[at], best: found[at]?.data?.items[0] }))
  const isTicked = ({ row, best }: (typeof lines)[number]) =>
    best !== undefined && (changed[row.listing_id] ?? best.confidence >= TAKEN_FROM)
  const ticked = lines.filter(isTicked)
  const start = async () => {
    const items = ticked.flatMap(({ row: { listing_id }, best }) =>
      best ? [{ listing_id, source: best.source, source_product_id: best.source_product_id }] : [],
    )
    const reply =
      mode === 'tie'
        ? await tie.run({ items })
        : mode === 'copy'
          ? await copy.run({ items })
          : await split.run({ items, option: option.trim() })
    if (!reply.success) return
    onStarted()
    onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('mapping.bulk_title', { n: rows.length })}
      description={t('mapping.bulk_text')}
      primary={{
        label: t('mapping.bulk_do', { n: ticked.length }),
        onClick: () => void start(),
        loading: tie.pending || copy.pending || split.pending,
        disabled: ticked.length === 0 || (mode === 'split' && option.trim() === ''),
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      <div className={classes.stack}>
        <SegmentedControl
          aria-label={t('mapping.mode')}
          value={mode}
          onChange={(value) => setMode(value === 'copy' || value === 'split' ? value : 'tie')}
          data={[
            { value: 'tie', label: t('mapping.mode_tie') },
            { value: 'copy', label: t('mapping.mode_copy') },
            { value: 'split', label: t('mapping.mode_split') },
          ]}
        />
        <p className={classes.note}>{t(MODES[mode].text)}</p>
        {mode === 'split' ? (
          <TextInput
            label={t('mapping.split_by')}
            value={option}
            maw={320}
            maxLength={100}
            onChange={(event) => setOption(event.currentTarget.value)}
          />
        ) : null}
        <ul className={classes.list}>
          {lines.map((line) => {
            const { row, best, answer } = line
            return (
              <li key={row.listing_id} className={classes.choice}>
                <Checkbox
                  aria-label={t('mapping.take_named', { name: row.title })}
                  checked={isTicked(line)}
                  disabled={best === undefined}
                  onChange={(event) => setChanged({ ...changed, [row.listing_id]: event.currentTarget.checked })}
                />
                <LazyImage src={row.image} alt="" size={40} />
                <span className={classes.words}>
                  <span className={classes.name} dir="auto">
                    {row.title}
                  </span>
                  <span className={classes.facts} dir="auto">
                    {answer?.isPending ? t('mapping.looking') : (best?.name ?? t('mapping.no_suggestion'))}
                  </span>
                </span>
                {best ? (
                  <>
                    <LazyImage src={best.image} alt="" size={40} />
                    <span className={classes.sure}>
                      <b>{format.percent(best.confidence)}</b>
                      {t('mapping.were_right')}
                    </span>
                  </>
                ) : null}
              </li>
            )
          })}
        </ul>
      </div>
    </SidePanel>
  )
}
