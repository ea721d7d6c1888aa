import { Input, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { PHONE_INPUT_HEIGHT } from './measures.ts'
import classes from './phone-input.module.css'

interface PhoneInputProps {
  label: string
  /** What the choice of a region is called. */
  regionLabel: string
  regions: readonly { region: string; dial: string }[]
  region: string
  local: string
  /** Foundation spec §5. */
  size?: keyof typeof PHONE_INPUT_HEIGHT
  error?: string | null
  onChange: (change: { region: string; local: string }) => void
}

/** A telephone number with the code of its region. */
export function PhoneInput(props: PhoneInputProps) {
  const { label, regionLabel, regions, region, local, size = 'large', error, onChange } = props
  const id = useId()
  // A region whose code nobody knows: the number is typed with it.
  const isKnown = regions.some((one) => one.region === region)
  const height = PHONE_INPUT_HEIGHT[size]
  const styles = { input: { height, minHeight: height } }
  return (
    <Input.Wrapper id={id} label={label} error={error}>
      <div className={classes.row} data-size={size}>
        <NativeSelect
          className={classes.region ?? ''}
          aria-label={regionLabel}
          styles={styles}
          value={isKnown ? region : ''}
          data={[
            ...(isKnown ? [] : [{ value: '', label: '+' }]),
            ...regions.map((one) => ({ value: one.region, label: `${one.region} ${one.dial}` })),
          ]}
          onChange={(event) => onChange({ region: event.currentTarget.value, local })}
        />
        <TextInput
          id={id}
          className={classes.local ?? ''}
          type="tel"
          inputMode="tel"
          dir="ltr"
          styles={styles}
          value={local}
          maxLength={40}
          error={Boolean(error)}
          onChange={(event) => onChange({ region, local: event.currentTarget.value })}
        />
      </div>
    </Input.Wrapper>
  )
}
