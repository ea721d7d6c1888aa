import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { ROUNDINGS } from '@omni/domain/pricing/price-kinds.ts'
import { BULK_FIELDS, type BulkHow } from '@omni/domain/products/bulk-fields.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconX } from '@tabler/icons-react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { fieldWord } from '../../product-cards/field-words.ts'
import { type Draft, howsFor, valueKind, withField } from './bulk-rule.ts'
import classes from './dialog.module.css'
import { TagField } from './tag-field.tsx'

const HOW_TEXTS: Record<BulkHow, TextKey> = {
  set: 'bulk.how_set',
  add: 'bulk.how_add',
  multiply: 'bulk.how_multiply',
  percent: 'bulk.how_percent',
  find_replace: 'bulk.how_find_replace',
  append: 'bulk.how_append',
  prepend: 'bulk.how_prepend',
  tags_add: 'bulk.how_tags_add',
  tags_remove: 'bulk.how_tags_remove',
  clear: 'bulk.how_clear',
  price_rule: 'bulk.how_price_rule',
  round: 'bulk.how_round',
}
const ROUNDING_TEXTS: Record<string, TextKey> = { 99: 'bulk.round_99', 95: 'bulk.round_95', whole: 'bulk.round_whole' }

interface RuleSentenceProps {
  draft: Draft
  currency: string
  onChange: (draft: Draft) => void
  onRemove: (() => void) | undefined
}

/** Field, how, value: read from start to end it says what will happen. */
export function RuleSentence({ draft, currency, onChange, onRemove }: RuleSentenceProps) {
  const t = useT()
  const hows = howsFor(draft.field)
  const pickHow = (text: string) => {
    const how = hows.find((item) => item === text)
    if (how) onChange({ ...draft, how, value: how === 'round' ? '99' : draft.how === 'round' ? '' : draft.value })
  }
  return (
    <fieldset className={classes.sentence} aria-label={t('bulk.edit_label')}>
      <NativeSelect
        className={classes.field ?? ''}
        aria-label={t('bulk.field_label')}
        value={draft.field}
        data={BULK_FIELDS.map((field) => ({ value: field, label: fieldWord(field, t) }))}
        onChange={(event) => {
          const field = BULK_FIELDS.find((item) => item === event.currentTarget.value)
          if (field) onChange(withField(draft, field))
        }}
      />
      <NativeSelect
        className={classes.how ?? ''}
        aria-label={t('bulk.how_label')}
        value={draft.how}
        data={hows.map((how) => ({ value: how, label: t(HOW_TEXTS[how]) }))}
        onChange={(event) => pickHow(event.currentTarget.value)}
      />
      <RuleValue draft={draft} currency={currency} onChange={onChange} />
      {onRemove ? (
        <ActionIcon size={34} aria-label={t('bulk.remove_edit')} onClick={onRemove}>
          <IconX size={16} stroke={ICON_STROKE} />
        </ActionIcon>
      ) : null}
    </fieldset>
  )
}

const UNITS: Partial<Record<ReturnType<typeof valueKind>, string>> = { factor: '×', percent: '%', grams: 'g' }

function RuleValue({ draft, currency, onChange }: Omit<RuleSentenceProps, 'onRemove'>) {
  const t = useT()
  const kind = valueKind(draft)
  const set = (value: string) => onChange({ ...draft, value })
  if (kind === 'none') return null
  if (kind === 'tags')
    return (
      <div className={classes.value}>
        <TagField
          hiddenLabel
          label={t('bulk.value_label')}
          value={draft.tags}
          onChange={(tags) => onChange({ ...draft, tags })}
        />
      </div>
    )
  if (kind === 'switch')
    return (
      <NativeSelect
        className={classes.number ?? ''}
        aria-label={t('bulk.value_label')}
        value={draft.on ? 'on' : 'off'}
        data={[
          { value: 'on', label: t('bulk.yes') },
          { value: 'off', label: t('bulk.no') },
        ]}
        onChange={(event) => onChange({ ...draft, on: event.currentTarget.value === 'on' })}
      />
    )
  if (kind === 'rounding')
    return (
      <NativeSelect
        className={classes.how ?? ''}
        aria-label={t('bulk.value_label')}
        value={draft.value}
        data={ROUNDINGS.flatMap((rounding) => {
          const text = ROUNDING_TEXTS[rounding]
          return text ? [{ value: rounding, label: t(text) }] : []
        })}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  if (kind === 'replace')
    return (
      <>
        <TextInput
          className={classes.value ?? ''}
          aria-label={t('bulk.find')}
          placeholder={t('bulk.find')}
          value={draft.find}
          maxLength={500}
          dir="auto"
          onChange={(event) => onChange({ ...draft, find: event.currentTarget.value })}
        />
        <TextInput
          className={classes.value ?? ''}
          aria-label={t('bulk.replace_by')}
          placeholder={t('bulk.replace_by')}
          value={draft.value}
          maxLength={5000}
          dir="auto"
          onChange={(event) => set(event.currentTarget.value)}
        />
      </>
    )
  if (kind === 'text')
    return (
      <TextInput
        className={classes.value ?? ''}
        aria-label={t('bulk.value_label')}
        placeholder={t('bulk.value_label')}
        value={draft.value}
        maxLength={5000}
        dir="auto"
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  const unit = kind === 'amount' ? currency : (UNITS[kind] ?? '')
  return (
    <TextInput
      className={classes.number ?? ''}
      inputMode="decimal"
      aria-label={t('bulk.value_in', { unit })}
      value={draft.value}
      maxLength={14}
      onChange={(event) => set(event.currentTarget.value)}
      rightSection={
        <span className={classes.label} aria-hidden="true">
          {unit}
        </span>
      }
      rightSectionWidth={44}
    />
  )
}
