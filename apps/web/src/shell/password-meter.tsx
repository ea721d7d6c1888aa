import { passwordStrength } from '@omni/domain/auth/password-rules.ts'
import { type TextKey, useT } from '../platform/i18n.ts'
import classes from './password-meter.module.css'

const WORDS: readonly TextKey[] = [
  'password.strength_0',
  'password.strength_1',
  'password.strength_2',
  'password.strength_3',
  'password.strength_4',
]

/** Four pieces and a word; it never decides whether a password is accepted. */
export function PasswordMeter({ password }: { password: string }) {
  const t = useT()
  if (password === '') return null
  const strength = passwordStrength(password)
  const word = WORDS[strength]
  return (
    <div className={classes.meter} data-strength={strength}>
      {[1, 2, 3, 4].map((piece) => (
        <span key={piece} className={classes.piece} data-on={strength >= piece || undefined} />
      ))}
      <span className={classes.word} aria-live="polite">
        {word ? t(word) : ''}
      </span>
    </div>
  )
}
