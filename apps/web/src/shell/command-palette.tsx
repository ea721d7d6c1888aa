/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus --
   The combobox pattern of ARIA: focus and keys stay in the input, and rows with icons and keys are no <option>. */
import { Modal } from '@mantine/core'
import { Kbd } from '@omni/ui/kbd.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconCornerDownLeft, IconHistory, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type TextKey, useT } from '../platform/i18n.ts'
import { go } from '../platform/navigation.ts'
import classes from './command-palette.module.css'
import { byUse, type Command, type CommandGroup, GROUPS, matchCommands, useCommands } from './commands.ts'
import { useFoundRecords } from './found-records.ts'
import { rememberCommand, usedCommands } from './palette-memory.ts'

/** Before anything is typed, pages come first and the long tail of languages stays out of the way. */
const FIRST_LOOK = (command: Command) => !command.id.startsWith('language-')

const RECENT = 5
/** What was chosen last: pages and records lead there again, actions are done again. */
function recentOf(used: ReturnType<typeof usedCommands>, all: readonly Command[]): Command[] {
  return used.slice(0, RECENT).flatMap(({ id, title, href, image }): Command[] => {
    const known = all.find((command) => command.id === id)
    if (known) return [{ ...known, id: `recent-${id}`, group: 'recent' }]
    if (href === null || !href.startsWith('/app')) return []
    return [{ id: `recent-${id}`, group: 'recent', title, image, href, icon: IconHistory, run: () => go(href) }]
  })
}

const GROUP_TEXTS: Record<CommandGroup, TextKey> = {
  recent: 'palette.recent',
  go_to: 'palette.go_to',
  products: 'palette.products',
  orders: 'palette.orders',
  parcels: 'palette.parcels',
  stores: 'palette.stores',
  suppliers: 'palette.suppliers',
  catalogue: 'palette.catalogue',
  actions: 'palette.actions',
}

/** Ctrl/Cmd-K (look 13): 640 wide, 96 from the top, input 56, rows 42. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Modal.Root
      classNames={{ content: classes.content ?? '' }}
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset={96}
      centered={false}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('shell.search')}>
        <Palette onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Palette({ onClose }: { onClose: () => void }) {
  const t = useT()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const all = useCommands()
  const [used] = useState(usedCommands)
  const { own, catalogue } = useFoundRecords(typed)
  const known = byUse(all, used)
  const found =
    typed.trim() === ''
      ? [...recentOf(used, all), ...known.filter(FIRST_LOOK)]
      : [...matchCommands(known, typed), ...own, ...catalogue]
  const groups = GROUPS.map((group) => ({ group, commands: found.filter((command) => command.group === group) }))
  const flat = groups.flatMap(({ commands }) => commands)
  const current = flat[Math.min(at, flat.length - 1)]

  const idOf = (command: Command) => `${listId}-${command.id}`
  const currentId = current ? idOf(current) : ''
  // Braces: scrollIntoView gives a promise in newer browsers, and an effect must not return one.
  useEffect(() => {
    document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const run = (command: Command | undefined) => {
    if (!command) return
    rememberCommand({ ...command, id: command.id.replace(/^recent-/, '') })
    onClose()
    command.run()
  }
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt((index) => (index + 1) % Math.max(1, flat.length))
    else if (event.key === 'ArrowUp') setAt((index) => (index - 1 + flat.length) % Math.max(1, flat.length))
    else if (event.key === 'Enter') run(current)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={classes.search}>
        <IconSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
        <input
          data-autofocus
          className={classes.input}
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-label={t('shell.search')}
          aria-activedescendant={currentId || undefined}
          placeholder={t('shell.search')}
          value={typed}
          onKeyDown={steer}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setAt(0)
          }}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className={classes.list} id={listId} role="listbox" aria-label={t('palette.results')}>
        {groups.map(({ group, commands }) =>
          commands.length === 0 ? null : (
            <div key={group} role="group" aria-label={t(GROUP_TEXTS[group])}>
              <div className={classes.group} aria-hidden="true">
                {t(GROUP_TEXTS[group])}
              </div>
              {commands.map((command) => (
                <div
                  key={command.id}
                  id={idOf(command)}
                  role="option"
                  aria-selected={command === current}
                  className={classes.row}
                  onMouseMove={() => setAt(flat.indexOf(command))}
                  onClick={() => run(command)}
                >
                  {command.image ? (
                    <LazyImage src={command.image} alt="" size={28} />
                  ) : (
                    <command.icon size={18} stroke={ICON_STROKE} aria-hidden="true" />
                  )}
                  <span className={classes.title} dir="auto">
                    {command.title}
                  </span>
                  {command.hint ? <bdi className={classes.hint}>{command.hint}</bdi> : null}
                  {command.figure ? <bdi className={classes.figure}>{command.figure}</bdi> : null}
                  <span className={classes.keys}>
                    {command.keys?.split(' ').map((key) => (
                      <Kbd key={key}>{key.toUpperCase()}</Kbd>
                    ))}
                  </span>
                  {command === current ? (
                    <IconCornerDownLeft className={classes.enter} size={16} stroke={ICON_STROKE} aria-hidden="true" />
                  ) : null}
                </div>
              ))}
            </div>
          ),
        )}
        {flat.length === 0 ? <p className={classes.none}>{t('palette.none', { typed })}</p> : null}
      </div>
      <div className={classes.foot} aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('palette.move')}
        </span>
        <span>
          <Kbd>Enter</Kbd> {t('palette.open')}
        </span>
        <span className={classes.footEnd}>
          <Kbd>?</Kbd> {t('palette.all_keys')}
        </span>
      </div>
    </>
  )
}
