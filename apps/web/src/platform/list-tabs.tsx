import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import type { ReactNode } from 'react'
import { useFormat } from './format.ts'
import { type TextKey, useT } from './i18n.ts'

interface ListTabsProps<K extends string> {
  label: TextKey
  /** The first one stands when the address says nothing. */
  tabs: readonly K[]
  text: (tab: K) => TextKey
  value: K
  /** How many rows each has; nothing is said of none. */
  count?: (tab: K) => number | undefined
  /** undefined: the first, which is not written into the address. */
  onChange: (tab: K | undefined) => void
  /** Chips of another kind, behind them. */
  children?: ReactNode
}

/** The parts of a list, one of them open. */
export function ListTabs<K extends string>({ label, tabs, text, value, count, onChange, children }: ListTabsProps<K>) {
  const t = useT()
  const format = useFormat()
  return (
    <ChipRow label={t(label)}>
      {tabs.map((tab) => {
        const rows = count?.(tab)
        return (
          <Chip
            key={tab}
            active={tab === value}
            count={rows ? format.number(rows) : undefined}
            onClick={() => onChange(tab === tabs[0] ? undefined : tab)}
          >
            {t(text(tab))}
          </Chip>
        )
      })}
      {children}
    </ChipRow>
  )
}
