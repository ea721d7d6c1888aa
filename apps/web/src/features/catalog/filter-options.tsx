import { Checkbox, Radio } from '@mantine/core'
import { type Source, SOURCES } from '@omni/domain/catalog/sources.ts'
import { type ReactNode, useId } from 'react'
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { FilterGroup } from './filter-groups.ts'
import classes from './filter-bar.module.css'
import type { Filters } from './filters.ts'
import type { SetFilters } from './use-filters.ts'
import type { FacetCounts } from './use-product-list.ts'

interface OptionsProps {
  filters: Filters
  onChange: SetFilters
  counts: FacetCounts
}

const OPTION = {
  body: classes.optionBody ?? '',
  labelWrapper: classes.optionWrapper ?? '',
  label: classes.optionLabel ?? '',
}

/** How many products a choice would leave, behind its name; nothing while it is not known. */
function Choice({ children, count }: { children: ReactNode; count: number | undefined }) {
  const format = useFormat()
  return (
    <span className={classes.choice} data-none={count === 0 || undefined}>
      <span className={classes.choiceName}>{children}</span>
      {count === undefined ? null : <span className={classes.choiceCount}>{format.number(count)}</span>}
    </span>
  )
}

/** One of a group, or any. */
export function GroupOptions({ group, filters, onChange, counts }: OptionsProps & { group: FilterGroup }) {
  const t = useT()
  const name = useId()
  const chosen = group.chosen(filters)?.id ?? ''
  const pick = (id: string) => onChange(group.options.find((option) => option.id === id)?.change ?? group.clear)
  return (
    <Radio.Group name={name} label={t(group.title)} value={chosen} onChange={pick}>
      <div className={classes.options}>
        <Radio classNames={OPTION} value="" label={t(group.none ?? 'filters.any')} size="xs" />
        {group.options.map(({ id, label }) => (
          <Radio
            key={id}
            classNames={OPTION}
            value={id}
            label={<Choice count={counts?.[group.key]?.[id]}>{label}</Choice>}
            size="xs"
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Look 02-find, source menu: check box, badge, name, count. */
export function SourceOptions({ filters, onChange, counts }: OptionsProps) {
  const t = useT()
  const toggle = (source: Source) => {
    const sources = filters.sources.includes(source)
      ? filters.sources.filter((item) => item !== source)
      : [...filters.sources, source]
    onChange({ sources })
  }
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{t('filters.suppliers')}</legend>
      {SOURCES.map((source) => (
        <Checkbox
          key={source}
          classNames={OPTION}
          checked={filters.sources.includes(source)}
          onChange={() => toggle(source)}
          label={
            <Choice count={counts?.source?.[source]}>
              <span className={classes.source}>
                <VendorBadge vendor={source} label="" />
                {VENDOR_NAMES[source]}
                {source === HOUSE_SOURCE_ID ? <span className={classes.verified}>{t('filters.verified')}</span> : null}
              </span>
            </Choice>
          }
        />
      ))}
    </fieldset>
  )
}
