import { CloseButton, Modal } from '@mantine/core'
import { Kbd } from '@omni/ui/kbd.tsx'
import { type TextKey, useT } from '../platform/i18n.ts'
import { modKey } from '../platform/shortcuts.ts'
import { JUMPS } from './jumps.ts'
import classes from './keyboard-help.module.css'

interface Group {
  title: TextKey
  rows: readonly { keys: readonly string[]; text: TextKey }[]
}

const groups = (): Group[] => [
  {
    title: 'keys.everywhere',
    rows: [
      { keys: [modKey(), 'K'], text: 'keys.palette' },
      { keys: ['/'], text: 'keys.search' },
      { keys: ['?'], text: 'keys.help' },
      { keys: ['Esc'], text: 'keys.close' },
    ],
  },
  { title: 'keys.go_to', rows: JUMPS.map(({ keys, text }) => ({ keys: keys.toUpperCase().split(' '), text })) },
  {
    title: 'keys.in_lists',
    rows: [
      { keys: ['J'], text: 'keys.next_row' },
      { keys: ['K'], text: 'keys.previous_row' },
      { keys: ['X'], text: 'keys.select_row' },
      { keys: ['Enter'], text: 'keys.open_row' },
      { keys: ['F'], text: 'keys.favourite' },
      { keys: ['I'], text: 'keys.import' },
    ],
  },
]

/** `?` lists every key that works. */
export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Modal.Root classNames={{ content: classes.content ?? '' }} opened={opened} onClose={onClose} size={560} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={t('keys.title')}>
        <div className={classes.head}>
          <h2>{t('keys.title')}</h2>
          <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
        </div>
        <div className={classes.groups}>
          {groups().map((group) => (
            <section key={group.title}>
              <h3 className={classes.title}>{t(group.title)}</h3>
              <dl className={classes.rows}>
                {group.rows.map((row) => (
                  <div key={row.text} className={classes.row}>
                    <dt>{t(row.text)}</dt>
                    <dd className={classes.keys}>
                      {row.keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
