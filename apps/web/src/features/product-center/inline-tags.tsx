import { Button, Popover } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { TagField } from '../bulk-edit/tag-field.tsx'
import classes from './product-list.module.css'

const SHOWN = 2

interface InlineTagsProps {
  tags: readonly string[]
  /** The product they belong to. */
  name: string
  onSave: (tags: string[]) => Promise<string | null>
}

export function InlineTags({ tags, name, onSave }: InlineTagsProps) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const label = t('product_center.edit_tags', { name })
  return (
    <div className={classes.tags}>
      {tags.slice(0, SHOWN).map((tag) => (
        <span key={tag} className={classes.tag} dir="auto" title={tag}>
          {tag}
        </span>
      ))}
      {tags.length > SHOWN ? (
        <span className={classes.tag} title={tags.slice(SHOWN).join(', ')}>{`+${tags.length - SHOWN}`}</span>
      ) : null}
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes.pencil} aria-label={label} onClick={() => setOpened(!opened)}>
            <IconPencil size={14} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          {opened ? <TagEditor tags={tags} label={label} onSave={onSave} onClose={() => setOpened(false)} /> : null}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

interface TagEditorProps {
  tags: readonly string[]
  label: string
  onSave: (tags: string[]) => Promise<string | null>
  onClose: () => void
}

function TagEditor({ tags, label, onSave, onClose }: TagEditorProps) {
  const t = useT()
  const [chosen, setChosen] = useState<string[]>([...tags])
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const refused = await onSave(chosen)
    setSaving(false)
    if (refused === null) onClose()
    else setProblem(refused)
  }
  return (
    <div className={classes.tagEditor}>
      <TagField label={label} value={chosen} onChange={setChosen} error={problem} />
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button size="xs" loading={saving} onClick={() => void save()}>
          {t('actions.save')}
        </Button>
      </div>
    </div>
  )
}
