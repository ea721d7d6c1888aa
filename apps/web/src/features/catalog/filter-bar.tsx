import { ICON_STROKE } from '@omni/ui/measures.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { useLanguage, useT } from '../../platform/i18n.ts'
import { CategorySelect } from './category-select.tsx'
import classes from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { CLEARED, countFilters, type FilterGroup, filterGroups } from './filter-groups.ts'
import { GroupOptions, SourceOptions } from './filter-options.tsx'
import type { Filters } from './filters.ts'
import { SortMenu } from './sort-menu.tsx'
import type { SetFilters } from './use-filters.ts'
import type { FacetCounts } from './use-product-list.ts'

interface FilterBarProps {
  filters: Filters
  onChange: SetFilters
  /** '4,318 products', empty while it is not known. */
  count: string
  /** How many products each choice would leave. */
  counts: FacetCounts
}

/** Chips, result count and order (look 02-find); on a phone one button opens them all in a sheet. */
export function FilterBar({ filters, onChange, count, counts }: FilterBarProps) {
  const t = useT()
  const groups = filterGroups(t, useFormat(), useLanguage())
  const active = countFilters(filters)
  const chosen = groups.flatMap((group) => {
    const option = group.chosen(filters)
    return option ? [{ group, option }] : []
  })
  return (
    <div className={classes.bar}>
      <div className={classes.chips}>
        <span className={classes.phone}>
          <FilterSheet
            filters={filters}
            onChange={onChange}
            count={count}
            counts={counts}
            groups={groups}
            active={active}
          />
        </span>
        <span className={classes.desktop}>
          <SourceChip filters={filters} onChange={onChange} count={count} counts={counts} />
          {groups
            .filter(({ first }) => first)
            .map((group) => (
              <GroupChip key={group.key} group={group} filters={filters} onChange={onChange} counts={counts} />
            ))}
          <MoreChip
            filters={filters}
            onChange={onChange}
            counts={counts}
            groups={groups.filter(({ first }) => !first)}
          />
        </span>
        {chosen.map(({ group, option }) => (
          // The desktop's own chips of the first groups show their choice themselves.
          <button
            key={group.key}
            type="button"
            className={classes.chosen}
            data-first={group.first || undefined}
            aria-label={t('filters.remove', { name: `${t(group.title)} ${option.label}` })}
            onClick={() => onChange(group.clear)}
          >
            {option.label}
            <IconX size={15} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        ))}
        {active > 1 ? (
          <button type="button" className={classes.clear} onClick={() => onChange(CLEARED)}>
            {t('filters.clear_all')}
          </button>
        ) : null}
      </div>
      <div className={classes.end}>
        <output className={classes.count}>{count}</output>
        <SortMenu filters={filters} onChange={onChange} />
      </div>
    </div>
  )
}

function SourceChip({ filters, onChange, count, counts }: FilterBarProps) {
  const t = useT()
  const { sources } = filters
  const text =
    sources.length === 0 ? (
      t('filters.suppliers')
    ) : (
      <>
        <span className={classes.badges}>
          {sources.slice(0, 3).map((source) => (
            <VendorBadge key={source} vendor={source} label="" size={16} />
          ))}
        </span>
        {t('filters.suppliers_chosen', { count: sources.length })}
      </>
    )
  return (
    <FilterChip
      name={t('filters.suppliers')}
      text={text}
      active={sources.length > 0}
      foot={{ show: t('filters.show', { count }), onClear: () => onChange({ sources: [] }) }}
    >
      {() => <SourceOptions filters={filters} onChange={onChange} counts={counts} />}
    </FilterChip>
  )
}

function GroupChip({ group, filters, onChange, counts }: Omit<FilterBarProps, 'count'> & { group: FilterGroup }) {
  const t = useT()
  const option = group.chosen(filters)
  return (
    <FilterChip
      name={t(group.title)}
      text={option ? `${t(group.title)} ${option.label}` : t(group.title)}
      active={option !== undefined}
      onClear={() => onChange(group.clear)}
    >
      {(close) => (
        <GroupOptions
          group={group}
          filters={filters}
          counts={counts}
          onChange={(change) => {
            onChange(change)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

function MoreChip({
  filters,
  onChange,
  groups,
  counts,
}: Omit<FilterBarProps, 'count'> & { groups: readonly FilterGroup[] }) {
  const t = useT()
  const text = (
    <>
      <IconAdjustmentsHorizontal size={15} stroke={ICON_STROKE} aria-hidden="true" />
      {t('filters.more')}
    </>
  )
  return (
    <FilterChip name={t('filters.more')} text={text} active={filters.category_id !== null}>
      {() => (
        <>
          {groups.map((group) => (
            <GroupOptions key={group.key} group={group} filters={filters} onChange={onChange} counts={counts} />
          ))}
          {/* Last: a field that opens a list when it gets the focus must not get it first. */}
          <CategorySelect value={filters.category_id} onChange={(category_id) => onChange({ category_id })} />
        </>
      )}
    </FilterChip>
  )
}

function FilterSheet({
  filters,
  onChange,
  count,
  counts,
  groups,
  active,
}: FilterBarProps & { groups: readonly FilterGroup[]; active: number }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className={classes.sheetButton} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <IconAdjustmentsHorizontal size={16} stroke={ICON_STROKE} aria-hidden="true" />
        {t('filters.title')}
        {active > 0 ? <span className={classes.badge}>{active}</span> : null}
      </button>
      <SidePanel
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('filters.title')}
        from="bottom"
        primary={{ label: t('filters.show', { count }), onClick: () => setOpened(false) }}
        bulk={[{ label: t('filters.clear_all'), onClick: () => onChange(CLEARED), disabled: active === 0 }]}
      >
        <div className={classes.sheet}>
          <SourceOptions filters={filters} onChange={onChange} counts={counts} />
          <CategorySelect value={filters.category_id} onChange={(category_id) => onChange({ category_id })} />
          {groups.map((group) => (
            <GroupOptions key={group.key} group={group} filters={filters} onChange={onChange} counts={counts} />
          ))}
        </div>
      </SidePanel>
    </>
  )
}
