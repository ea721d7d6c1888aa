import { ActionIcon } from '@mantine/core'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import classes from './pictures.module.css'

interface PictureTileProps {
  url: string
  name: string
  note?: string | undefined
  chosen: boolean
  onToggle: () => void
  remove?: { label: string; run: () => void }
}

export function PictureTile({ url, name, note, chosen, onToggle, remove }: PictureTileProps) {
  return (
    <div className={classes.place}>
      <button
        type="button"
        className={classes.tile}
        aria-pressed={chosen}
        aria-label={name}
        title={name}
        onClick={onToggle}
      >
        <LazyImage src={url} alt="" />
        {chosen ? (
          <span className={classes.tick}>
            <IconCheck size={14} stroke={2.4} aria-hidden="true" />
          </span>
        ) : null}
        {note ? <span className={classes.size}>{note}</span> : null}
      </button>
      {remove ? (
        <ActionIcon
          className={classes.remove ?? ''}
          variant="default"
          size={28}
          aria-label={remove.label}
          title={remove.label}
          onClick={remove.run}
        >
          <IconTrash size={14} stroke={1.8} />
        </ActionIcon>
      ) : null}
    </div>
  )
}
