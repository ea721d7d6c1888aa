import { Checkbox, Radio } from '@mantine/core'
import { type Source, SOURCES } from '@omni/domain/catalog/sources.ts'
import { VendorBadge } from '@omni/ui/vendor-badge.tsx'
import { useId } from 'react'
import { useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { FilterGroup } from './filter-groups.ts'
import classes from './filter-bar.module.css'
import type { Filters } from './filters.ts'
import type { SetFilters } from './use-filters.ts'

interface OptionsProps {
  filters: Filters
  onChange: SetFilters
}

/** One of a group, or any. */
export function GroupOptions({ group, filters, onChange }: OptionsProps & { group: FilterGroup }) {
  const t = useT()
  const name = useId()
  const chosen = group.chosen(filters)?.id ?? ''
  const pick = (id: string) => onChange(group.options.find((option) => option.id === id)?.change ?? group.clear)
  return (
    <Radio.Group name={name} label={t(group.title)} value={chosen} onChange={pick}>
      <div className={classes.options}>
        <Radio
          classNames={{ body: classes.optionBody ?? '', label: classes.optionLabel ?? '' }}
          value=""
          label={t(group.none ?? 'filters.any')}
          size="xs"
        />
        {group.options.map(({ id, label }) => (
          <Radio
            key={id}
            classNames={{ body: classes.optionBody ?? '', label: classes.optionLabel ?? '' }}
            value={id}
            label={label}
            size="xs"
          />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Look 02-find, source menu: check box, badge, name. */
export function SourceOptions({ filters, onChange }: OptionsProps) {
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
          classNames={{ body: classes.optionBody ?? '', label: classes.optionLabel ?? '' }}
          checked={filters.sources.includes(source)}
          onChange={() => toggle(source)}
          label={
            <span className={classes.source}>
              <VendorBadge vendor={source} label="" />
              {VENDOR_NAMES[source]}
              {source === 'zopi' ? <span className={classes.verified}>{t('filters.verified')}</span> : null}
            </span>
          }
        />
      ))}
    </fieldset>
  )
}
