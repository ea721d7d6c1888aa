import { Popover } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './filter-bar.module.css'

interface FilterChipProps {
  /** What the chip says: the filter's name, or what was chosen. */
  text: ReactNode
  /** Read aloud before the choice. */
  name: string
  active: boolean
  onClear?: (() => void) | undefined
  /** `close` folds the popover: a single choice is done with one press. */
  children: (close: () => void) => ReactNode
  footer?: ((close: () => void) => ReactNode) | undefined
}

/** Look 02-find: inactive = outline with a chevron, active = soft accent with a cross. */
export function FilterChip({ text, name, active, onClear, children, footer }: FilterChipProps) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={classes.chip} data-active={active || undefined}>
          <button type="button" className={classes.chipMain} aria-haspopup="dialog" aria-expanded={opened} aria-label={active ? undefined : name} onClick={() => setOpened(!opened)}>
            {text}
            {active && onClear ? null : <IconChevronDown size={15} stroke={ICON_STROKE} aria-hidden="true" />}
          </button>
          {active && onClear ? (
            <button type="button" className={classes.chipClear} aria-label={t('filters.remove', { name })} onClick={onClear}>
              <IconX size={15} stroke={ICON_STROKE} aria-hidden="true" />
            </button>
          ) : null}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={classes.dropdown ?? ''} aria-label={name}>
        <div className={classes.dropdownBody}>{children(close)}</div>
        {footer ? <div className={classes.dropdownFoot}>{footer(close)}</div> : null}
      </Popover.Dropdown>
    </Popover>
  )
}
