import { Button, Popover, TextInput } from '@mantine/core'
import { midnightOf } from '@omni/domain/automation/schedule.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { displayTimezone, useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useObservable } from '../../platform/observable.ts'
import { isAnyTime, NO_PERIOD, type Period, PERIOD_DAYS } from '../../platform/period.ts'
import classes from './period-filter.module.css'
import type { UrlChanges } from '../../platform/url-state.ts'

const DAYS: Record<(typeof PERIOD_DAYS)[number], TextKey> = {
  7: 'orders.days_7',
  30: 'orders.days_30',
  90: 'orders.days_90',
}

interface PeriodFilterProps {
  period: Period
  onChange: (to: UrlChanges) => void
}

/** When it was: any time, the last days, or from one date to another. */
export function PeriodFilter({ period, onChange }: PeriodFilterProps) {
  const t = useT()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const zone = useObservable(displayTimezone)
  const date = (text: string) => (text === '' ? '…' : format.date(midnightOf(text, zone), 'day'))
  const choose = (to: UrlChanges) => {
    onChange({ ...NO_PERIOD, ...to })
    setOpened(false)
  }
  const name = isAnyTime(period)
    ? t('orders.days_all')
    : period.days
      ? t(DAYS[period.days])
      : `${date(period.from)} – ${date(period.to)}`
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start">
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button ?? ''}
          aria-label={`${t('orders.period')}: ${name}`}
          rightSection={<IconChevronDown size={16} stroke={ICON_STROKE} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          <bdi>{name}</bdi>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choices ?? ''}>
        <Button variant="subtle" justify="start" onClick={() => choose({})}>
          {t('orders.days_all')}
        </Button>
        {PERIOD_DAYS.map((days) => (
          <Button key={days} variant="subtle" justify="start" onClick={() => choose({ days })}>
            {t(DAYS[days])}
          </Button>
        ))}
        <div className={classes.dates}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={t(end === 'from' ? 'orders.from_date' : 'orders.to_date')}
              value={period[end]}
              onChange={(event) =>
                onChange({
                  days: undefined,
                  from: period.from || undefined,
                  to: period.to || undefined,
                  [end]: event.currentTarget.value || undefined,
                })
              }
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
