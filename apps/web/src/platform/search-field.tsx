import { TextInput } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSettled } from './settled.ts'

const TYPING_MS = 300

interface SearchFieldProps {
  label: string
  /** As it stands in the address. */
  value: string
  onChange: (text: string | undefined) => void
  maxLength?: number
  className: string | undefined
}

/** A list's search: its own state while somebody types; the address follows. */
export function SearchField({ label, value, onChange, maxLength = 200, className }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const settled = useSettled(text.trim(), TYPING_MS)
  useEffect(() => {
    if (settled !== value) onChange(settled || undefined)
    // The address is written when the typing settles, not when the address changes by itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return (
    <TextInput
      className={className ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden="true" />}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
