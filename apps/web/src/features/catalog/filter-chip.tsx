import { Button, Popover } from '@mantine/core'
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
  /** Where several can be chosen: clear, and a way out that says what will be shown. */
  foot?: { show: string; onClear: () => void }
}

/** Look 02-find: inactive = outline with a chevron, active = soft accent with a cross. */
export function FilterChip({ text, name, active, onClear, children, foot }: FilterChipProps) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <span className={classes.chip} data-active={active || undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes.chipMain} onClick={() => setOpened(!opened)}>
            {text}
            {active && onClear ? null : <IconChevronDown size={15} stroke={ICON_STROKE} aria-hidden="true" />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown ?? ''}>
          <div className={classes.dropdownBody}>{children(close)}</div>
          {foot ? (
            <div className={classes.dropdownFoot}>
              <Button variant="subtle" color="gray" size="xs" onClick={foot.onClear}>
                {t('filters.clear')}
              </Button>
              <Button size="xs" onClick={close}>
                {foot.show}
              </Button>
            </div>
          ) : null}
        </Popover.Dropdown>
      </Popover>
      {active && onClear ? (
        <button
          type="button"
          className={classes.chipClear}
          aria-label={t('filters.remove', { name })}
          onClick={onClear}
        >
          <IconX size={15} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}
