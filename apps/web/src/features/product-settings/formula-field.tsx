import { TextInput } from '@mantine/core'
import { type FormulaReason, MAX_FORMULA, parseFormula } from '@omni/domain/pricing/formula.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import classes from './product-settings.module.css'

const REASONS: Record<FormulaReason, TextKey> = {
  empty: 'selling_price.formula_empty',
  unexpected: 'selling_price.formula_unexpected',
  unknown_name: 'selling_price.formula_unknown_name',
  missing_operand: 'selling_price.formula_missing_operand',
  unclosed: 'selling_price.formula_unclosed',
  number_invalid: 'selling_price.formula_number_invalid',
  too_long: 'selling_price.formula_too_long',
  too_deep: 'selling_price.formula_too_deep',
  wrong_arguments: 'selling_price.formula_wrong_arguments',
}

/** A price formula; a mistake is said in words and underlined where it is. */
export function FormulaField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const t = useT()
  const parsed = parseFormula(value)
  const error = parsed.ok ? null : parsed.error
  const end = error ? error.at + Math.max(1, error.length) : 0
  return (
    <div className={classes.formula}>
      <TextInput
        aria-label={label}
        placeholder="cost * 2.5 + shipping"
        dir="ltr"
        spellCheck={false}
        maxLength={MAX_FORMULA}
        value={value}
        error={error !== null}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error && error.reason !== 'empty' ? (
        <p className={classes.where} dir="ltr" aria-hidden="true">
          {value.slice(0, error.at)}
          <mark>{value.slice(error.at, end) || '␣'}</mark>
          {value.slice(end)}
        </p>
      ) : null}
      {error ? (
        <p className={classes.problem} role="alert">
          {t(REASONS[error.reason], { found: error.found, place: error.at + 1 })}
        </p>
      ) : null}
    </div>
  )
}
