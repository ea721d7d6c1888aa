import { ActionIcon, Button, Select, TextInput, VisuallyHidden } from '@mantine/core'
import { formatMinor } from '@omni/domain/format-money.ts'
import { COMPARE_KINDS, PRICE_KINDS, ROUNDINGS } from '@omni/domain/pricing/price-kinds.ts'
import type { CurrencyRule, PriceRange, RuleProblem } from '@omni/domain/pricing/price-rule.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { readNumber } from '../../platform/read-amount.ts'
import { AmountField } from '../../platform/amount-field.tsx'
import { FormulaField } from './formula-field.tsx'
import { addRange, MAX_RANGES, removeRange, setRange } from './price-ranges.ts'
import classes from './product-settings.module.css'

const KINDS = {
  multiplier: 'selling_price.multiplier',
  fixed: 'selling_price.fixed',
  formula: 'selling_price.formula',
  none: 'selling_price.none',
} as const
const ENDINGS = {
  none: 'selling_price.round_none',
  '99': 'selling_price.round_99',
  '95': 'selling_price.round_95',
  whole: 'selling_price.round_whole',
} as const
const REASONS: Record<string, TextKey> = {
  range_empty: 'selling_price.range_empty',
  ranges_unordered: 'selling_price.ranges_unordered',
  ranges_overlap: 'selling_price.ranges_unordered',
  ranges_gap: 'selling_price.ranges_unordered',
  multiplier_not_positive: 'selling_price.multiplier_not_positive',
  zero_divisor: 'selling_price.zero_divisor',
  price_not_positive: 'selling_price.price_not_positive',
}

interface CurrencyRuleProps {
  currency: string
  rule: CurrencyRule
  problems: readonly RuleProblem[]
  onChange: (rule: CurrencyRule) => void
}

/** Cost ranges, compare-at price and rounding of one currency. */
export function CurrencyRuleFields({ currency, rule, problems, onChange }: CurrencyRuleProps) {
  const t = useT()
  const { compare_at } = rule
  const setCompare = (change: Partial<CurrencyRule['compare_at']>) =>
    onChange({ ...rule, compare_at: { ...compare_at, ...change } })
  return (
    <div className={classes.stack}>
      <div className={classes.scroll}>
        <table className={`${classes.table} ${classes.ranges}`}>
          <thead>
            <tr>
              <th scope="col">{t('selling_price.cost_from')}</th>
              <th scope="col">{t('selling_price.cost_to')}</th>
              <th scope="col">{t('selling_price.kind')}</th>
              <th scope="col">{t('selling_price.value')}</th>
              <th scope="col">
                <VisuallyHidden>{t('selling_price.remove')}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rule.ranges.map((range, at) => (
              <RangeRow
                key={at}
                at={at}
                range={range}
                currency={currency}
                only={rule.ranges.length === 1}
                problems={problems.filter(({ path }) => path.startsWith(`rules.${currency}.ranges.${at}.`))}
                onChange={(change) => onChange(setRange(rule, at, change))}
                onRemove={() => onChange(removeRange(rule, at))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={rule.ranges.length >= MAX_RANGES}
          leftSection={<IconPlus size={14} stroke={ICON_STROKE} aria-hidden="true" />}
          onClick={() => onChange(addRange(rule))}
        >
          {t('selling_price.add_range')}
        </Button>
      </div>
      <div className={classes.fields}>
        <Select
          label={t('selling_price.rounding')}
          description={t('selling_price.rounding_text')}
          data={ROUNDINGS.map((value) => ({ value, label: t(ENDINGS[value]) }))}
          value={rule.rounding}
          allowDeselect={false}
          onChange={(value) => {
            const rounding = ROUNDINGS.find((item) => item === value)
            if (rounding) onChange({ ...rule, rounding })
          }}
        />
        <Select
          label={t('selling_price.compare_at')}
          description={t('selling_price.compare_at_text')}
          data={COMPARE_KINDS.map((value) => ({ value, label: t(KINDS[value]) }))}
          value={compare_at.kind}
          allowDeselect={false}
          onChange={(value) => {
            const kind = COMPARE_KINDS.find((item) => item === value)
            if (kind) setCompare({ kind, value: kind === 'multiplier' ? 1.25 : 0 })
          }}
        />
        {compare_at.kind === 'multiplier' ? (
          <FactorField
            label={t('selling_price.compare_factor')}
            value={compare_at.value}
            onChange={(value) => setCompare({ value })}
          />
        ) : null}
        {compare_at.kind === 'fixed' ? (
          <AmountField
            label={t('selling_price.compare_amount')}
            value={compare_at.value}
            currency={currency}
            onChange={(value) => setCompare({ value: value ?? 0 })}
          />
        ) : null}
        {compare_at.kind === 'formula' ? (
          <FormulaField
            label={t('selling_price.compare_at')}
            value={compare_at.formula}
            onChange={(formula) => setCompare({ formula })}
          />
        ) : null}
        {problems
          .filter(({ path }) => path === `rules.${currency}.compare_at.formula`)
          .flatMap(({ reason }) => REASONS[reason] ?? [])
          .map((key) => (
            <p key={key} className={classes.problem} role="alert">
              {t(key)}
            </p>
          ))}
      </div>
    </div>
  )
}

interface RangeRowProps {
  at: number
  range: PriceRange
  currency: string
  only: boolean
  problems: readonly RuleProblem[]
  onChange: (change: Partial<PriceRange>) => void
  onRemove: () => void
}

function RangeRow({ at, range, currency, only, problems, onChange, onRemove }: RangeRowProps) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { from, to, kind, value, formula } = range
  const number = at + 1
  const messages = problems.flatMap(({ reason }) => REASONS[reason] ?? [])
  return (
    <tr>
      <td data-label={t('selling_price.cost_from')}>
        <bdi className={classes.from} dir="ltr">
          {formatMinor(from, 'USD', locale)}
        </bdi>
      </td>
      <td data-label={t('selling_price.cost_to')}>
        {to === null ? (
          <span className={classes.from}>{t('selling_price.and_more')}</span>
        ) : (
          <AmountField
            hidden
            label={t('selling_price.to_of', { number })}
            className={classes.amount}
            value={to}
            currency="USD"
            onChange={(next) => onChange({ to: next ?? to })}
          />
        )}
      </td>
      <td data-label={t('selling_price.kind')}>
        <Select
          className={classes.kind ?? ''}
          aria-label={t('selling_price.kind_of', { number })}
          data={PRICE_KINDS.map((item) => ({ value: item, label: t(KINDS[item]) }))}
          value={kind}
          allowDeselect={false}
          onChange={(next) => {
            const found = PRICE_KINDS.find((item) => item === next)
            if (found && found !== kind)
              onChange({
                kind: found,
                value: found === 'multiplier' ? 2 : 0,
                formula: found === 'formula' && formula === '' ? 'cost * 2 + shipping' : formula,
              })
          }}
        />
      </td>
      <td data-label={t('selling_price.value')}>
        {kind === 'multiplier' ? (
          <FactorField
            hidden
            label={t('selling_price.value_of', { number })}
            value={value}
            onChange={(next) => onChange({ value: next })}
          />
        ) : null}
        {kind === 'fixed' ? (
          <AmountField
            hidden
            label={t('selling_price.value_of', { number })}
            className={classes.amount}
            value={value}
            currency={currency}
            onChange={(next) => onChange({ value: next ?? 0 })}
          />
        ) : null}
        {kind === 'formula' ? (
          <FormulaField
            label={t('selling_price.value_of', { number })}
            value={formula}
            onChange={(text) => onChange({ formula: text })}
          />
        ) : null}
        {messages.map((key) => (
          <p key={key} className={classes.problem} role="alert">
            {t(key)}
          </p>
        ))}
      </td>
      <td>
        <ActionIcon aria-label={t('selling_price.remove_of', { number })} disabled={only} onClick={onRemove}>
          <IconTrash size={16} stroke={ICON_STROKE} />
        </ActionIcon>
      </td>
    </tr>
  )
}

function FactorField({
  label,
  hidden = false,
  value,
  onChange,
}: {
  label: string
  hidden?: boolean
  value: number
  onChange: (value: number) => void
}) {
  const locale = intlLocale(useLanguage())
  const [typed, setTyped] = useState<string | null>(null)
  const done = () => {
    if (typed === null) return
    const next = Number(readNumber(typed, locale) ?? Number.NaN)
    setTyped(null)
    if (Number.isFinite(next) && next >= 0 && next !== value) onChange(next)
  }
  return (
    <TextInput
      {...(hidden ? { 'aria-label': label } : { label })}
      className={classes.amount ?? ''}
      leftSection={<span aria-hidden="true">×</span>}
      inputMode="decimal"
      dir="ltr"
      value={typed ?? String(value)}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
      }}
    />
  )
}
