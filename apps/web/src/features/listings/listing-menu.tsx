import { ActionIcon, Button, Menu } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconDots, IconExternalLink } from '@tabler/icons-react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { actionsOf, type ListingAction, type ListingRow } from './listing-state.ts'
import classes from './listings.module.css'

const TEXTS: Record<ListingAction, TextKey> = {
  decide: 'listings.decide',
  retry: 'actions.retry',
  active: 'listings.set_active',
  draft: 'listings.set_draft',
  list_again: 'listings.list_again',
  listed: 'listings.list_again',
  stop: 'listings.stop',
  remove: 'listings.remove',
  map: 'mapping.do_tie',
  hide: 'mapping.hide',
  show: 'mapping.show_again',
  suppliers: 'mapping.suppliers',
  replace: 'mapping.replace',
  compare: 'mapping.compare',
  keep: 'mapping.keep',
  copy: 'mapping.copy',
  unmap: 'mapping.unmap',
  places: 'listings.places',
}
/** What waits for a person stands in the row itself, not behind dots. */
const IN_THE_ROW: readonly ListingAction[] = ['decide', 'retry', 'list_again', 'map', 'show']

interface ListingMenuProps {
  row: ListingRow
  /** Why nothing can be changed there; null when it can. */
  closed: boolean
  /** Taken off the list of unmapped ones. */
  hidden?: boolean
  onAct: (row: ListingRow, action: ListingAction) => void
}

export function ListingMenu({ row, closed, hidden, onAct }: ListingMenuProps) {
  const t = useT()
  const actions = closed ? [] : actionsOf(row, hidden)
  const first = actions.find((action) => IN_THE_ROW.includes(action))
  const others = actions.filter((action) => action !== first)
  const name = row.title
  return (
    <span className={classes.act}>
      {first ? (
        <Button
          size="xs"
          variant="default"
          aria-label={`${t(TEXTS[first])}: ${name}`}
          onClick={() => onAct(row, first)}
        >
          {t(TEXTS[first])}
        </Button>
      ) : null}
      {row.url ? (
        <ActionIcon
          component="a"
          href={row.url}
          target="_blank"
          rel="noreferrer"
          size={28}
          aria-label={t('listings.open_named', { name })}
          title={t('listings.open')}
        >
          <IconExternalLink size={16} stroke={ICON_STROKE} aria-hidden="true" />
        </ActionIcon>
      ) : null}
      {others.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={28} aria-label={t('listings.actions_of', { name })}>
              <IconDots size={16} stroke={ICON_STROKE} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action}
                {...(action === 'remove' ? { color: 'red' } : {})}
                onClick={() => onAct(row, action)}
              >
                {t(TEXTS[action])}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </span>
  )
}
