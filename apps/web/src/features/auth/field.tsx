import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './field.module.css'

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id' | 'className'> {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string | undefined
  /** Inside the box, at its end. */
  end?: ReactNode
}

/** A labelled input. Not Mantine's: on the sign-in page that one would cost 8 of the 150 KB. */
export function Field({ label, value, onChange, error, hint, end, ...rest }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        <input
          {...rest}
          id={id}
          className={classes.input}
          data-end={end ? true : undefined}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {end}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
