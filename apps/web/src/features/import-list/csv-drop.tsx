import { downloadCsv } from '@omni/ui/csv.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './import-list.module.css'

const MAX_BYTES = 5_000_000 // what one call takes
/** Excel's "Unicode text" is UTF-16; a file without a mark of its encoding is UTF-8. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  return new TextDecoder(marked ?? unmarked(new Uint8Array(bytes))).decode(bytes)
}

/** Latin text in UTF-16 has a zero in every second byte. */
function unmarked(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 400)
  const zeros = (odd: number) => sample.filter((byte, at) => at % 2 === odd && byte === 0).length
  const most = sample.length * 0.4
  if (sample.length >= 4 && zeros(1) > most && zeros(0) === 0) return 'utf-16le'
  return sample.length >= 4 && zeros(0) > most && zeros(1) === 0 ? 'utf-16be' : 'utf-8'
}

interface CsvDropProps {
  name: string | null
  /** Which files are understood. */
  formats: string
  template: { name: string; rows: string[][] }
  onFile: (name: string, text: string) => void
  onProblem: (problem: string) => void
}

export function CsvDrop({ name, formats, template, onFile, onProblem }: CsvDropProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) {
      onProblem(t('imports.csv_too_large'))
      return
    }
    const text = decodeText(await file.arrayBuffer())
    // A picture or a workbook is not text, whatever its name says.
    if (text.includes('\0')) {
      onProblem(t('imports.csv_not_text'))
      return
    }
    onFile(file.name, text)
  }
  return (
    <>
      <button
        type="button"
        className={classes.drop}
        style={{ inlineSize: '100%' }}
        data-over={over || undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void read(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={24} stroke={ICON_STROKE} aria-hidden="true" />
        {name ? <strong>{name}</strong> : null}
        <span>
          <span className={classes.choose}>{t(name ? 'imports.csv_another' : 'imports.csv_choose')}</span>
          {` ${t('imports.csv_or_drop')}`}
        </span>
        <span>{formats}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        hidden
        aria-label={t('imports.csv_choose')}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <button type="button" className={classes.link} onClick={() => downloadCsv(template.name, template.rows)}>
        {t('imports.csv_template')}
      </button>
    </>
  )
}
