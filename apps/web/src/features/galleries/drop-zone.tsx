/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the label stands for the file input in it; dropping is a second way, not the only one. */
import { Button, TextInput } from '@mantine/core'
import { IMAGE_TYPES } from '@omni/domain/galleries/upload-rules.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCloudUpload } from '@tabler/icons-react'
import { type DragEvent, type FormEvent, useId, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './pictures.module.css'

const ACCEPT = [...Object.keys(IMAGE_TYPES).map((ending) => `.${ending}`), '.heif', 'image/heic', 'image/heif'].join(
  ',',
)

interface DropZoneProps {
  full: boolean
  onFiles: (files: readonly File[]) => void
  onLink: (link: string) => void
}

/** Files by drop or by choice, or a picture by its address. Closed at 250 (sourcing spec §5). */
export function DropZone({ full, onFiles, onLink }: DropZoneProps) {
  const t = useT()
  const id = useId()
  const [over, setOver] = useState(false)
  const [link, setLink] = useState('')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!full) onFiles([...event.dataTransfer.files])
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (link.trim() === '') return
    onLink(link.trim())
    setLink('')
  }
  return (
    <div className={classes.adding}>
      <label
        htmlFor={id}
        className={classes.drop}
        data-over={over || undefined}
        data-full={full || undefined}
        aria-disabled={full}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconCloudUpload size={22} stroke={ICON_STROKE} aria-hidden="true" />
        <span>{t(full ? 'pictures.full' : 'pictures.drop')}</span>
        <span className={classes.small}>{t('pictures.limits')}</span>
        <input
          id={id}
          type="file"
          multiple
          accept={ACCEPT}
          className={classes.file}
          disabled={full}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <form className={classes.byurl} onSubmit={add}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('pictures.from_url')}
          placeholder="https://"
          dir="ltr"
          value={link}
          maxLength={2000}
          disabled={full}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={link.trim() === '' || full}>
          {t('pictures.add')}
        </Button>
      </form>
    </div>
  )
}
