import '@mantine/core/styles/Typography.layer.css'
import '@mantine/tiptap/styles.layer.css'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { useEditor as useTiptap } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { useT } from '../../platform/i18n.ts'
import { KeptPicture, KeptTable } from './kept-blocks.ts'
import classes from './rich-text.module.css'

interface RichTextProps {
  value: string
  onChange: (html: string) => void
  label: string
}

/** Rich text; the server cleans what is saved. Pictures and tables a supplier wrote are shown and kept. */
export function RichText({ value, onChange, label }: RichTextProps) {
  const t = useT()
  const written = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const editor = useTiptap({
    extensions: [StarterKit.configure({ link: false }), Link, KeptPicture, KeptTable],
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', dir: 'auto' } },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : changed.getHTML()
      written.current = html
      latest.current(html)
    },
  })
  useEffect(() => {
    // Somebody else's edit, an undo or a restore: shown unless it is what was just typed here.
    if (!editor || value === written.current) return
    written.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  const labels = {
    boldControlLabel: t('editor.bold'),
    italicControlLabel: t('editor.italic'),
    underlineControlLabel: t('editor.underline'),
    h2ControlLabel: t('editor.heading_2'),
    h3ControlLabel: t('editor.heading_3'),
    bulletListControlLabel: t('editor.bullets'),
    orderedListControlLabel: t('editor.numbers'),
    blockquoteControlLabel: t('editor.quote'),
    linkControlLabel: t('editor.link'),
    unlinkControlLabel: t('editor.unlink'),
    linkEditorInputLabel: t('editor.link_address'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorExternalLink: t('editor.link_new_tab'),
    linkEditorInternalLink: t('editor.link_same_tab'),
    linkEditorSave: t('actions.save'),
    clearFormattingControlLabel: t('editor.clear_format'),
  }
  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      classNames={{ content: classes.content ?? '', toolbar: classes.toolbar ?? '', root: classes.root ?? '' }}
    >
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}
