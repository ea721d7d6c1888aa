import { Button, TextInput } from '@mantine/core'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { type ShowMoney, useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { wayText } from '../../product-cards/buying-way.ts'
import classes from './import-list.module.css'
import { countRows, failedFirst, type ImportRow, type Preview } from './import-rows.ts'

const WILL: Record<ImportRow['will'], { tone: Tone; text: TextKey }> = {
  import: { tone: 'green', text: 'imports.will_import' },
  fetch: { tone: 'accent', text: 'imports.will_fetch' },
  skip: { tone: 'grey', text: 'imports.will_skip' },
  fail: { tone: 'red', text: 'imports.will_fail' },
}
const FORMATS: Record<Preview['format'], TextKey> = {
  urls: 'imports.format_urls',
  omni: 'imports.format_omni',
  dsers: 'imports.format_dsers',
  autods: 'imports.format_autods',
  unknown: 'imports.format_unknown',
}
/** A file may have 20,000 rows; what fails comes first, the rest is counted. */
const MOST_SHOWN = 500

export type Correct = (line: number, text: string) => Promise<string | null>

/** Row by row what will happen; what fails can be put right where it stands. */
export function PreviewRows({ preview, onCorrect }: { preview: Preview; onCorrect: Correct }) {
  const t = useT()
  const format = useFormat()
  const money = useMoney()
  const { rows, ignored_columns, quota_left } = preview
  const counts = countRows(rows)
  const wanted = counts.import + counts.fetch
  const sorted = failedFirst(rows)
  return (
    <>
      <p className={classes.text}>
        {t(FORMATS[preview.format])}
        {ignored_columns.length > 0 ? ` ${t('imports.ignored', { columns: ignored_columns.join(', ') })}` : ''}
      </p>
      <div className={classes.counts}>
        {(['import', 'fetch', 'skip', 'fail'] as const)
          .filter((will) => counts[will] > 0)
          .map((will) => (
            <StatusDot
              key={will}
              tone={WILL[will].tone}
            >{`${format.number(counts[will])} · ${t(WILL[will].text)}`}</StatusDot>
          ))}
      </div>
      {quota_left !== null && wanted > quota_left ? (
        <p className={classes.problem} role="alert">
          {t('imports.quota_left', { count: quota_left })}
        </p>
      ) : null}
      {rows.length === 0 ? <p className={classes.text}>{t('imports.nothing_in_it')}</p> : null}
      <ul className={classes.rows} aria-label={t('imports.rows')}>
        {sorted.slice(0, MOST_SHOWN).map((row) => (
          <PreviewRow key={row.line} row={row} money={money} onCorrect={onCorrect} />
        ))}
      </ul>
      {sorted.length > MOST_SHOWN ? (
        <p className={classes.text}>{t('imports.not_shown', { count: sorted.length - MOST_SHOWN })}</p>
      ) : null}
    </>
  )
}

function PreviewRow({ row, money, onCorrect }: { row: ImportRow; money: ShowMoney; onCorrect: Correct }) {
  const t = useT()
  const { line, text, name, image, source, cost_min, total_variants, changes, notes, will, reason } = row
  const chosen = changes.variants.length
  const facts = [
    source ? VENDOR_NAMES[source] : '',
    source ? t(wayText(source)) : '',
    cost_min === null ? '' : money(cost_min).text,
    chosen > 0
      ? t('imports.chosen_variants', { number: chosen })
      : total_variants === null
        ? ''
        : t('detail.variants', { count: total_variants }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={classes.row} data-will={will}>
      <span className={classes.line}>{line}</span>
      {will === 'fail' ? null : (
        <span className={classes.thumb}>
          <LazyImage src={image} alt="" size={36} />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.name} dir="auto" title={text}>
          {changes.title ?? name ?? text}
        </span>
        {reason ? (
          <span className={classes.note} data-bad={will === 'fail' || undefined}>
            {reason}
          </span>
        ) : facts ? (
          <span className={classes.note}>{facts}</span>
        ) : null}
        {notes.map((note) => (
          <span key={note} className={classes.note}>
            {note}
          </span>
        ))}
        {will === 'fail' ? (
          <Correction
            text={text}
            label={t('imports.correct', { line })}
            onCorrect={(written) => onCorrect(line, written)}
          />
        ) : null}
      </span>
      <span className={classes.end}>
        <StatusDot tone={WILL[will].tone}>{t(WILL[will].text)}</StatusDot>
      </span>
    </li>
  )
}

interface CorrectionProps {
  text: string
  label: string
  onCorrect: (text: string) => Promise<string | null>
}

/** Edit the text and have just this row checked again. */
export function Correction({ text, label, onCorrect }: CorrectionProps) {
  const t = useT()
  const [typed, setTyped] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    setProblem(await onCorrect(typed.trim()))
    setBusy(false)
  }
  return (
    <span className={classes.fix}>
      <TextInput
        size="xs"
        aria-label={label}
        value={typed}
        error={problem}
        dir="ltr"
        maxLength={2000}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim() !== '') {
            event.preventDefault()
            void check()
          }
        }}
      />
      <Button size="xs" variant="default" loading={busy} disabled={typed.trim() === ''} onClick={() => void check()}>
        {t('imports.check_again')}
      </Button>
    </span>
  )
}
