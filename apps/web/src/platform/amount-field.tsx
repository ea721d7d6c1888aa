import { TextInput } from '@mantine/core'
import { type Minor, toDecimal } from '@omni/domain/money.ts'
import { type ReactNode, useState } from 'react'
import { intlLocale, useLanguage, useT } from './i18n.ts'
import { readAmount } from './read-amount.ts'

interface AmountFieldProps {
  label: string
  hidden?: boolean
  description?: ReactNode
  value: Minor | null
  currency: string
  /** Empty is null instead of a mistake. */ optional?: boolean
  className?: string | undefined
  onChange: (value: Minor | null) => void
}

/** An amount typed in the reader's own way: '1,50' and '1.50' are the same. What cannot be read stays, and says so. */
export function AmountField({
  label,
  hidden = false,
  description,
  value,
  currency,
  optional = false,
  className,
  onChange,
}: AmountFieldProps) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const [typed, setTyped] = useState<string | null>(null)
  const [bad, setBad] = useState(false)
  const done = () => {
    if (typed === null) return
    const empty = typed.trim() === ''
    const amount = empty ? null : readAmount(typed, currency, locale)
    if (amount === null && !(empty && optional)) return setBad(true)
    setTyped(null)
    setBad(false)
    if (amount !== value) onChange(amount)
  }
  return (
    <TextInput
      {...(hidden ? { 'aria-label': label } : { label })}
      description={description}
      className={className ?? ''}
      inputMode="decimal"
      dir="ltr"
      value={typed ?? (value === null ? '' : toDecimal(value, currency))}
      error={bad ? t('selling_price.not_an_amount') : null}
      rightSection={<span aria-hidden="true">{currency}</span>}
      rightSectionWidth={44}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setBad(false)
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
      }}
    />
  )
}
