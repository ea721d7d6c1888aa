import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useT } from '../../platform/i18n.ts'
import { modKey } from '../../platform/shortcuts.ts'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './editor.module.css'
import { SaveState } from './save-state.tsx'
import { SectionTabs } from './section-tabs.tsx'
import { useEditor, useEditorState } from './use-editor.ts'

/** Look 06-editor: back, picture, title, save state, undo and redo, history; the tabs stay with it. */
export function EditorHead({ back, onHistory }: { back: string; onHistory: () => void }) {
  const t = useT()
  const { store, server } = useEditor()
  const title = useEditorState(({ view }) => view.title)
  const image = useEditorState(({ view }) => view.images[0]?.url ?? null)
  const total = useEditorState(({ view }) => view.variants.length)
  const canUndo = useEditorState(({ undo }) => undo.length > 0)
  const canRedo = useEditorState(({ redo }) => redo.length > 0)
  return (
    <header className={classes.head}>
      <div className={classes.bar}>
        <AppLink href={back} className={classes.back} aria-label={t('editor.back')}>
          <IconArrowLeft className={classes.arrow} size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </AppLink>
        <LazyImage src={image} alt="" size={40} />
        <div className={classes.words}>
          <h1 className={classes.title} dir="auto">
            {title || t('editor.untitled')}
          </h1>
          <div className={classes.facts}>
            {isVendorName(server.source) ? (
              <VendorBadge vendor={server.source} label={VENDOR_NAMES[server.source]} size={16} />
            ) : null}
            <span className={classes.variants}>{t('editor.variant_count', { count: total })}</span>
            <span aria-hidden="true" className={classes.variants}>
              ·
            </span>
            <SaveState />
          </div>
        </div>
        <div className={classes.tools}>
          <Tooltip label={`${t('editor.undo')} (${modKey()}+Z)`}>
            <ActionIcon size={34} aria-label={t('editor.undo')} disabled={!canUndo} onClick={store.undo}>
              <IconArrowBackUp className={classes.arrow} size={18} stroke={ICON_STROKE} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={`${t('editor.redo')} (${modKey()}+Shift+Z)`}>
            <ActionIcon size={34} aria-label={t('editor.redo')} disabled={!canRedo} onClick={store.redo}>
              <IconArrowForwardUp className={classes.arrow} size={18} stroke={ICON_STROKE} />
            </ActionIcon>
          </Tooltip>
          <Button
            variant="default"
            className={classes.history ?? ''}
            leftSection={<IconHistory size={16} stroke={ICON_STROKE} aria-hidden="true" />}
            onClick={onHistory}
          >
            {t('editor.history')}
          </Button>
        </div>
      </div>
      <SectionTabs />
    </header>
  )
}
