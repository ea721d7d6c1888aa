import { EXAMPLE_LINKS, KEY_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import { Button, Tabs, Textarea } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { AFTER_IMPORT, useMarkImportStep, useMayImport } from '../../product-cards/import-product.ts'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { CsvDrop } from './csv-drop.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import classes from './import-list.module.css'
import { corrected, countLines, countRows, type Preview, toRun } from './import-rows.ts'
import { PreviewRows } from './preview-rows.tsx'

interface Input {
  kind: 'urls' | 'csv'
  links: string
  file: { name: string; text: string } | null
  shipTo: string
}

/** Our own columns; files of DSers and AutoDS are read as they are (domain/import-list/csv-import.ts). */
const TEMPLATE = {
  name: 'omni-import',
  rows: [
    ['source', 'product_id', 'url', 'variant', 'title', 'price', 'tags'],
    ['', '', EXAMPLE_LINKS[0], '', 'My own title', '24.99', 'summer, new'],
    [KEY_SOURCE_IDS[0], '1424608189734850560', '', '', '', '', ''],
  ],
}

/** Import by link or file: what is given is checked row by row, put right in place, and only then imported. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const mayImport = useMayImport()
  const [input, setInput] = useState<Input>({ kind: 'urls', links: '', file: null, shipTo: DEFAULT_SHIP_TO })
  const { kind, links, file, shipTo } = input
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const markImportStep = useMarkImportStep()
  const check = useAct(importListCalls.previewImport, { refresh: [], quiet: true })
  const start = useAct(importListCalls.runImport, { refresh: AFTER_IMPORT, quiet: true })
  const text = kind === 'urls' ? links : (file?.text ?? '')
  const ask = async () => {
    setProblem(null)
    const reply = await check.run({ text, kind, ship_to: shipTo })
    if (reply.success && reply.data) setPreview(reply.data)
    else setProblem(messageOf(reply) || t('imports.check_failed'))
  }
  const recheck = async (line: number, written: string): Promise<string | null> => {
    const reply = await check.run({ text: written, kind: 'urls', ship_to: shipTo })
    if (!reply.success || !reply.data) return messageOf(reply) || t('imports.check_failed')
    const answer = reply.data.rows[0]
    setPreview((before) => before && { ...before, rows: corrected(before.rows, line, written, answer) })
    return answer ? null : t('imports.nothing_in_it')
  }
  const rows = preview ? toRun(preview.rows) : []
  const run = async () => {
    if (!mayImport()) {
      onClose()
      return
    }
    const reply = await start.run({ rows, ship_to: shipTo })
    if (!reply.success || !reply.data) {
      setProblem(messageOf(reply) || t('imports.failed'))
      return
    }
    toast('success', t('imports.started', { count: reply.data.total }))
    markImportStep()
    onClose()
  }
  const counts = preview ? countRows(preview.rows) : null
  const lines = countLines(text)
  return (
    <DialogFrame
      title={t('imports.dialog_title')}
      text={t(preview ? 'imports.check_text' : 'imports.dialog_text')}
      onClose={onClose}
      sum={
        counts ? t('imports.counts', { ready: counts.import + counts.fetch, skip: counts.skip, fail: counts.fail }) : ''
      }
      buttons={
        preview ? (
          <>
            <Button
              variant="default"
              onClick={() => {
                setPreview(null)
                setProblem(null)
              }}
            >
              {t('imports.back')}
            </Button>
            <Button onClick={() => void run()} loading={start.pending} disabled={rows.length === 0}>
              {t('imports.run', { count: rows.length })}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button onClick={() => void ask()} loading={check.pending} disabled={lines === 0}>
              {t('imports.check', { count: kind === 'csv' ? Math.max(0, lines - 1) : lines })}
            </Button>
          </>
        )
      }
    >
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {preview ? (
        <PreviewRows preview={preview} onCorrect={recheck} />
      ) : (
        <ImportInput
          input={input}
          onChange={(change) => setInput((before) => ({ ...before, ...change }))}
          onProblem={setProblem}
        />
      )}
    </DialogFrame>
  )
}

interface ImportInputProps {
  input: Input
  onChange: (change: Partial<Input>) => void
  onProblem: (problem: string | null) => void
}

/** What is to be imported: links or a file, and where it is to be shipped. */
function ImportInput({ input, onChange, onProblem }: ImportInputProps) {
  const t = useT()
  return (
    <>
      <Tabs
        value={input.kind}
        onChange={(value) => {
          onChange({ kind: value === 'csv' ? 'csv' : 'urls' })
          onProblem(null)
        }}
        keepMounted={false}
      >
        <Tabs.List mb={12}>
          <Tabs.Tab value="urls">{t('imports.tab_links')}</Tabs.Tab>
          <Tabs.Tab value="csv">{t('imports.tab_csv')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="urls">
          <Textarea
            label={t('imports.links')}
            description={t('imports.links_text')}
            placeholder={'https://…\nhttps://…'}
            rows={8}
            value={input.links}
            dir="ltr"
            data-autofocus
            onChange={(event) => onChange({ links: event.currentTarget.value })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="csv">
          <CsvDrop
            formats={t('imports.csv_formats')}
            template={TEMPLATE}
            name={input.file?.name ?? null}
            onFile={(name, content) => {
              onChange({ file: { name, text: content } })
              onProblem(null)
            }}
            onProblem={onProblem}
          />
        </Tabs.Panel>
      </Tabs>
      <div>
        <span className={classes.text}>{t('ship_to.label')}</span>
        <ShipToPicker value={input.shipTo} onChange={(shipTo) => onChange({ shipTo })} />
      </div>
    </>
  )
}
