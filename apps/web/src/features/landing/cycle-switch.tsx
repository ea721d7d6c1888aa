import { useT } from '../../platform/i18n.ts'
import type { Cycle } from './plan-offers.ts'
import classes from './cycle-switch.module.css'

/** Two real radio buttons drawn as one control. */
export function CycleSwitch({ value, onChange }: { value: Cycle; onChange: (cycle: Cycle) => void }) {
  const t = useT()
  const options: readonly { cycle: Cycle; text: string }[] = [
    { cycle: 'monthly', text: t('pricing.monthly') },
    { cycle: 'yearly', text: t('pricing.yearly') },
  ]
  return (
    <fieldset className={classes.frame}>
      <legend className={classes.legend}>{t('pricing.cycle_label')}</legend>
      {options.map(({ cycle, text }) => (
        <label key={cycle} className={classes.option}>
          <input
            type="radio"
            name="cycle"
            className={classes.input}
            checked={value === cycle}
            onChange={() => onChange(cycle)}
          />
          <span className={classes.word}>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
