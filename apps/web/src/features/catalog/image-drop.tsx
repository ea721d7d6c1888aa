import { Button, TextInput } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './image.module.css'
import { fileOf } from './picture-file.ts'

interface ImageDropProps {
  onFile: (file: File) => void
  onUrl: (url: string) => void
  /** The picture at the address is on its way. */
  loading: boolean
  problem: string | null
}

const TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/svg+xml,image/gif,image/avif,.heic,.heif'

/** Choose, drop or paste a picture, or give its address. */
export function ImageDrop({ onFile, onUrl, loading, problem }: ImageDropProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [url, setUrl] = useState('')
  const latest = useRef(onFile)
  useEffect(() => {
    latest.current = onFile
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = fileOf(event.clipboardData)
      if (file) latest.current(file)
    }
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = fileOf(event.dataTransfer)
    if (file) onFile(file)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '') onUrl(url.trim())
  }
  return (
    <div className={classes.dropArea}>
      <button
        type="button"
        className={classes.drop}
        data-over={over || undefined}
        onClick={() => input.current?.click()}
        onDrop={drop}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
      >
        <IconPhotoPlus size={24} stroke={ICON_STROKE} aria-hidden="true" />
        <span>
          <span className={classes.choose}>{t('image.choose')}</span>
          {` ${t('image.or_drop')}`}
        </span>
        <span className={classes.quiet}>{t('image.limits')}</span>
      </button>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        aria-label={t('image.choose')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) onFile(file)
          event.currentTarget.value = ''
        }}
      />
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      <form className={classes.urlForm} onSubmit={submit}>
        <TextInput
          className={classes.url ?? ''}
          type="url"
          inputMode="url"
          aria-label={t('image.url')}
          placeholder={t('image.url')}
          value={url}
          maxLength={2000}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        {/* Sourcing spec §2: disabled while the address is empty. */}
        <Button type="submit" variant="default" loading={loading} disabled={url.trim() === ''}>
          {t('image.search')}
        </Button>
      </form>
    </div>
  )
}
