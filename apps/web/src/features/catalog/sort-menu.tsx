import { Menu } from '@mantine/core'
import { SORTS } from '@omni/domain/catalog/search-options.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowsSort, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useT } from '../../platform/i18n.ts'
import classes from './filter-bar.module.css'
import { SORT_TEXTS } from './filter-groups.ts'
import { type Filters, sortOf } from './filters.ts'
import type { SetFilters } from './use-filters.ts'

export function SortMenu({ filters, onChange }: { filters: Filters; onChange: SetFilters }) {
  const t = useT()
  const current = sortOf(filters)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.sort} aria-label={t('sort.label', { order: t(SORT_TEXTS[current]) })}>
          <IconArrowsSort size={15} stroke={ICON_STROKE} aria-hidden="true" />
          <span className={classes.sortWord}>{t(SORT_TEXTS[current])}</span>
          <IconChevronDown size={15} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {SORTS.map((sort) => (
          <Menu.Item
            key={sort}
            onClick={() => onChange({ sort })}
            aria-current={sort === current || undefined}
            rightSection={sort === current ? <IconCheck size={15} stroke={ICON_STROKE} aria-hidden="true" /> : null}
          >
            {t(SORT_TEXTS[sort])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
