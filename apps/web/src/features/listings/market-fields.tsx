import { MultiSelect, NumberInput, Select, TagsInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type {
  AskedAttribute,
  CategoryAsks,
  ListingDetails,
  Named,
  PackedSize,
} from '@omni/domain/channels/listing-details.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import classes from './listings.module.css'

type Choices = Out<typeof listingCalls.getListingDetails>['choices']
type Change = (change: Partial<ListingDetails>) => void

interface MarketFieldsProps {
  asks: CategoryAsks
  choices: Choices
  details: ListingDetails
  onChange: Change
  onBrand: (typed: string) => void
}

/** Required attributes first, then brand and what the category asks for besides, then the other attributes. */
export function MarketFields({ asks, choices, details, onChange, onBrand }: MarketFieldsProps) {
  const t = useT()
  const required = asks.attributes.filter(({ is_required }) => is_required)
  const others = asks.attributes.filter(({ is_required }) => !is_required)
  const attribute = (asked: AskedAttribute) => (
    <Attribute key={asked.id} asked={asked} details={details} onChange={onChange} />
  )
  const chosen = (name: keyof typeof CHOSEN) =>
    asks[name] === 'no' ? null : (
      <One
        key={name}
        label={t(CHOSEN[name].label)}
        required={asks[name] === 'required'}
        value={details[name]}
        of={choices[CHOSEN[name].of]}
        empty={t('market.make_there')}
        onChange={(one) => onChange({ [name]: one })}
      />
    )
  return (
    <>
      <div className={classes.marketFields}>
        {required.map(attribute)}
        <One
          label={t('market.brand')}
          value={details.brand}
          of={choices.brands}
          onSearch={onBrand}
          onChange={(brand) => onChange({ brand })}
        />
        {chosen('size_chart')}
        {chosen('manufacturer')}
        {chosen('responsible')}
      </div>
      {asks.parcel === 'no' ? null : (
        <Parcel
          value={details.parcel}
          required={asks.parcel === 'required'}
          onChange={(parcel) => onChange({ parcel })}
        />
      )}
      {others.length > 0 ? (
        <details>
          <summary className={classes.marketMore}>{t('market.more', { count: others.length })}</summary>
          <div className={classes.marketFields}>{others.map(attribute)}</div>
        </details>
      ) : null}
    </>
  )
}

const CHOSEN = {
  size_chart: { label: 'market.size_chart', of: 'size_charts' },
  manufacturer: { label: 'market.manufacturer', of: 'manufacturers' },
  responsible: { label: 'market.responsible', of: 'responsible' },
} as const satisfies Record<string, { label: TextKey; of: keyof Choices }>

interface OneProps {
  label: string
  value: Named | null
  of: readonly Named[]
  required?: boolean
  /** What to do where there is none to choose. */
  empty?: string
  onSearch?: (typed: string) => void
  onChange: (value: Named | null) => void
}

function One({ label, value, of, required = false, empty, onSearch, onChange }: OneProps) {
  // What was chosen stays in sight while others are searched for.
  const all = value && !of.some(({ id }) => id === value.id) ? [value, ...of] : of
  return (
    <Select
      label={label}
      withAsterisk={required}
      searchable
      clearable
      description={all.length === 0 ? empty : undefined}
      value={value?.id ?? null}
      data={all.map(({ id, name }) => ({ value: id, label: name || id }))}
      {...(onSearch && { onSearchChange: onSearch })}
      onChange={(id) => onChange(all.find((one) => one.id === id) ?? null)}
    />
  )
}

interface AttributeProps {
  asked: AskedAttribute
  details: ListingDetails
  onChange: Change
}

function Attribute({ asked, details: { attributes }, onChange }: AttributeProps) {
  const { id, name, is_required, takes_many, takes_own, values } = asked
  const answered = attributes.find((one) => one.id === id)?.values ?? []
  const answer = (next: Named[]) =>
    onChange({
      attributes: [...attributes.filter((one) => one.id !== id), ...(next.length > 0 ? [{ id, values: next }] : [])],
    })
  const data = values.map((value) => ({ value: value.id, label: value.name }))
  const byIds = (ids: readonly string[]) => answer(values.filter((value) => ids.includes(value.id)))
  const field = { label: name, withAsterisk: is_required, clearable: true }
  if (takes_own)
    return (
      <TagsInput
        {...field}
        {...(takes_many ? {} : { maxTags: 1 })}
        data={values.map((value) => value.name)}
        value={answered.map((value) => value.name)}
        onChange={(names) =>
          answer(names.map((text) => values.find((value) => value.name === text) ?? { id: '', name: text.trim() }))
        }
      />
    )
  if (takes_many)
    return <MultiSelect {...field} searchable data={data} value={answered.map((value) => value.id)} onChange={byIds} />
  return (
    <Select
      {...field}
      searchable
      data={data}
      value={answered[0]?.id ?? null}
      onChange={(one) => byIds(one === null ? [] : [one])}
    />
  )
}

const SIDES = {
  weight_g: 'market.weight',
  length_cm: 'market.length',
  width_cm: 'market.width',
  height_cm: 'market.height',
} as const satisfies Record<keyof PackedSize, TextKey>
const SIDE_NAMES = Object.keys(SIDES) as (keyof PackedSize)[] // its own keys
const MOST = { weight_g: 1_000_000, length_cm: 1000, width_cm: 1000, height_cm: 1000 }
/** As a push has it where nobody said anything. */
const USUAL: PackedSize = { weight_g: 1000, length_cm: 1, width_cm: 1, height_cm: 1 }

interface ParcelProps {
  value: PackedSize | null
  required: boolean
  onChange: (value: PackedSize | null) => void
}

/** Of the packed product. Emptied, it is what the push says. */
function Parcel({ value, required, onChange }: ParcelProps) {
  const t = useT()
  return (
    <fieldset className={classes.marketParcel}>
      <legend>{t('market.parcel')}</legend>
      {SIDE_NAMES.map((side) => (
        <NumberInput
          key={side}
          label={t(SIDES[side])}
          withAsterisk={required}
          min={1}
          max={MOST[side]}
          clampBehavior="blur"
          allowNegative={false}
          placeholder={String(USUAL[side])}
          value={value?.[side] ?? ''}
          onChange={(next) =>
            onChange(typeof next === 'number' && next >= 1 ? { ...(value ?? USUAL), [side]: next } : null)
          }
        />
      ))}
    </fieldset>
  )
}
