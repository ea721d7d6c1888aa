import { Skeleton, Switch } from '@mantine/core'
import { Card } from '@omni/ui/card.tsx'
import { type ReactNode, useId } from 'react'
import { ReadFailed } from '../../platform/read-failed.tsx'
import classes from './product-settings.module.css'

interface SwitchRowProps {
  name: string
  note: string
  /** When it takes effect, where that is not at once. */ when?: string
  on: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

export function SwitchRow({ name, note, when, on, disabled = false, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className={classes.switch}>
      <div>
        <div className={classes.name} id={id}>
          {name}
          {when ? <span className={classes.tag}>{when}</span> : null}
        </div>
        <div className={classes.note} id={`${id}-note`}>
          {note}
        </div>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  )
}

interface Reading {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
  data: unknown
}

/** The states every settings page has before its answer is there. */
export function WhenLoaded({ reading, children }: { reading: Reading; children: ReactNode }) {
  if (reading.data) return children
  if (reading.isPending)
    return (
      <Card>
        <Skeleton height={200} />
      </Card>
    )
  return (
    <Card>
      <ReadFailed reading={reading} title="settings.failed" />
    </Card>
  )
}
