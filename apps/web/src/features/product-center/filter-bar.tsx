import { Checkbox, Menu, Radio, TextInput } from '@mantine/core'
import { PRODUCT_PROBLEMS, PRODUCT_SORTS } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { Kbd } from '@omni/ui/kbd.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconArrowsSort, IconCheck, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { FilterChip } from '../catalog/filter-chip.tsx'
import { countFilters, NO_FILTERS, type ProductFilters, TRACKING } from './product-filters.ts'
import classes from './product-list.module.css'
import { PROBLEM_TEXTS, SORT_TEXTS, TRACKING_TEXTS } from './product-status.ts'
import { MarginChip, PriceChip } from './range-chips.tsx'
import type { SetFilters } from './use-product-list.ts'

interface FilterBarProps {
  filters: ProductFilters
  onChange: SetFilters
  /** What the search field says while it is empty. */
  placeholder: string
  /** Whether suppliers are watched matters once products are on sale. */
  watching: boolean
}

/** Search, filters and order of a product list (look 05); all of it is in the address. */
export function FilterBar({ filters, onChange, placeholder, watching }: FilterBarProps) {
  const t = useT()
  const active = countFilters(filters)
  return (
    <>
      <SearchField text={filters.text} placeholder={placeholder} />
      <SourceChip filters={filters} onChange={onChange} />
      <OneOf
        title="product_center.status"
        options={PRODUCT_PROBLEMS}
        texts={PROBLEM_TEXTS}
        value={filters.problem}
        onChange={(problem) => onChange({ problem })}
      />
      <MarginChip filters={filters} onChange={onChange} />
      <PriceChip filters={filters} onChange={onChange} />
      <TagChip filters={filters} onChange={onChange} />
      {watching || filters.tracking ? (
        <OneOf
          title="product_center.watching"
          options={TRACKING}
          texts={TRACKING_TEXTS}
          value={filters.tracking}
          onChange={(tracking) => onChange({ tracking })}
        />
      ) : null}
      {filters.seller ? (
        <FilterChip
          name={t('product_center.supplier')}
          text={`${t('product_center.supplier')}: ${filters.seller}`}
          active
          onClear={() => onChange({ seller: null })}
        >
          {() => filters.seller}
        </FilterChip>
      ) : null}
      {filters.run_id ? (
        <FilterChip
          name={t('product_center.of_run')}
          text={t('product_center.of_run')}
          active
          onClear={() => onChange({ run_id: null })}
        >
          {() => t('product_center.of_run')}
        </FilterChip>
      ) : null}
      {active > 1 ? (
        <button
          type="button"
          className={classes.link}
          onClick={() => onChange({ ...NO_FILTERS, text: filters.text, pushed: filters.pushed, sort: filters.sort })}
        >
          {t('filters.clear_all')}
        </button>
      ) : null}
      <SortMenu filters={filters} onChange={onChange} />
    </>
  )
}

const TYPING_MS = 300

/** Typed letters replace one another in the history: going back leaves the page, not letter by letter. */
function SearchField({ text, placeholder }: { text: string; placeholder: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [, setUrl] = useUrlState()
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  // A saved view or the back button brings another text; what is being typed is not disturbed by its own echo.
  if (known !== text) {
    setKnown(text)
    if (typed.trim() !== text) setTyped(text)
  }
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => setUrl({ text: typed.trim() || undefined }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, text, setUrl])
  useShortcuts({ '/': () => field.current?.focus() }, { first: true })
  return (
    <TextInput
      ref={field}
      className={classes.search ?? ''}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      maxLength={200}
      leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
      rightSection={typed === '' ? <Kbd>/</Kbd> : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

function SourceChip({ filters: { sources }, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const t = useT()
  const text =
    sources.length === 0 ? t('product_center.source') : sources.map((source) => VENDOR_NAMES[source]).join(', ')
  return (
    <FilterChip
      name={t('product_center.source')}
      text={text}
      active={sources.length > 0}
      onClear={() => onChange({ sources: [] })}
    >
      {() => (
        <Checkbox.Group
          label={t('product_center.source')}
          value={[...sources]}
          onChange={(chosen) => onChange({ sources: SOURCES.filter((source) => chosen.includes(source)) })}
        >
          <div className={classes.options}>
            {SOURCES.map((source) => (
              <Checkbox
                key={source}
                value={source}
                py={6}
                label={
                  <span className={classes.option}>
                    <VendorBadge vendor={source} label="" size={16} />
                    {VENDOR_NAMES[source]}
                  </span>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </FilterChip>
  )
}

function TagChip({ filters: { tags }, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const t = useT()
  const known = useCall(productCenterCalls.listTags, {}, { quiet: true })
  const names = [...new Set([...tags, ...(known.data?.tags.map(({ name }) => name) ?? [])])].slice(0, 60)
  return (
    <FilterChip
      name={t('product_center.tags')}
      text={tags.length === 0 ? t('product_center.tags') : tags.join(', ')}
      active={tags.length > 0}
      onClear={() => onChange({ tags: [] })}
    >
      {() =>
        names.length === 0 ? (
          t('product_center.no_tags')
        ) : (
          <Checkbox.Group
            label={t('product_center.tags')}
            value={[...tags]}
            onChange={(chosen) => onChange({ tags: chosen })}
          >
            <div className={classes.options}>
              {names.map((tag) => (
                <Checkbox key={tag} value={tag} py={6} label={tag} />
              ))}
            </div>
          </Checkbox.Group>
        )
      }
    </FilterChip>
  )
}

interface OneOfProps<T extends string> {
  title: TextKey
  options: readonly T[]
  texts: Record<T, TextKey>
  value: T | null
  onChange: (value: T | null) => void
}

function OneOf<T extends string>({ title, options, texts, value, onChange }: OneOfProps<T>) {
  const t = useT()
  const name = useId()
  // "140 variants, will split" of the rows is "will split" as a filter: no number stands for all.
  const word = (option: T) => t(texts[option], { count: 0 })
  return (
    <FilterChip
      name={t(title)}
      text={value ? word(value) : t(title)}
      active={value !== null}
      onClear={() => onChange(null)}
    >
      {(close) => (
        <Radio.Group
          name={name}
          label={t(title)}
          value={value ?? ''}
          onChange={(chosen) => {
            onChange(options.find((option) => option === chosen) ?? null)
            close()
          }}
        >
          <div className={classes.options}>
            <Radio value="" label={t('filters.any')} py={6} />
            {options.map((option) => (
              <Radio key={option} value={option} label={word(option)} py={6} />
            ))}
          </div>
        </Radio.Group>
      )}
    </FilterChip>
  )
}

function SortMenu({ filters: { sort }, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const t = useT()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.sort} aria-label={t('sort.label', { order: t(SORT_TEXTS[sort]) })}>
          <IconArrowsSort size={15} stroke={ICON_STROKE} aria-hidden="true" />
          {t(SORT_TEXTS[sort])}
          <IconChevronDown size={15} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {PRODUCT_SORTS.map((item) => (
          <Menu.Item
            key={item}
            onClick={() => onChange({ sort: item })}
            aria-current={item === sort || undefined}
            rightSection={item === sort ? <IconCheck size={15} stroke={ICON_STROKE} aria-hidden="true" /> : null}
          >
            {t(SORT_TEXTS[item])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
