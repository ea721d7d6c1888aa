import { Button, PasswordInput, TextInput } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import { downloadText } from '@omni/ui/csv.ts'
import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import { useAccount } from '../../platform/account.ts'
import { useFocusOnMount } from '../../platform/focus-on-mount.ts'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import classes from './account.module.css'

const CODE_LENGTH = 6 // what authenticator apps show

type Setup = { at: 'password' } | { at: 'scan'; secret: string; uri: string } | { at: 'codes'; codes: string[] }

/** Password, then the picture to scan and one right code, then the recovery codes, shown this once. */
export function TwoFactorSetup({ onDone }: { onDone: () => void }) {
  const [setup, setSetup] = useState<Setup>({ at: 'password' })
  if (setup.at === 'password')
    return <PasswordStep onCancel={onDone} onSecret={(secret) => setSetup({ at: 'scan', ...secret })} />
  if (setup.at === 'scan')
    return (
      <ScanStep
        secret={setup.secret}
        uri={setup.uri}
        onCancel={onDone}
        onCodes={(codes) => setSetup({ at: 'codes', codes })}
      />
    )
  return <RecoveryCodes codes={setup.codes} onDone={onDone} />
}

interface PasswordStepProps {
  onCancel: () => void
  onSecret: (secret: { secret: string; uri: string }) => void
}

function PasswordStep({ onCancel, onSecret }: PasswordStepProps) {
  const t = useT()
  const { has_password } = useAccount()
  const field = useFocusOnMount<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const start = useAct(authCalls.startTwoFactor, { refresh: [] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await start.run(has_password ? { password } : {})
    if (reply.data) onSecret(reply.data)
    else setProblem(fieldErrors(reply)['password'] ?? reply.message)
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      {has_password ? (
        <PasswordInput
          label={t('two_factor.password_first')}
          value={password}
          error={problem}
          autoComplete="current-password"
          ref={field}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setProblem(null)
          }}
        />
      ) : (
        <p className={classes.note}>{t('two_factor.start_text')}</p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={start.pending} disabled={has_password && password === ''}>
          {t('two_factor.next')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  )
}

interface ScanStepProps {
  secret: string
  uri: string
  onCancel: () => void
  onCodes: (codes: string[]) => void
}

function ScanStep({ secret, uri, onCancel, onCodes }: ScanStepProps) {
  const t = useT()
  const field = useFocusOnMount<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = useAct(authCalls.confirmTwoFactor, { refresh: [authCalls.getAccount, homeCalls.getAttention] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await confirm.run({ code })
    if (reply.data) onCodes(reply.data.recovery_codes)
    else setProblem(fieldErrors(reply)['code'] ?? reply.message)
  }
  return (
    <form className={classes.setup} onSubmit={(event) => void submit(event)}>
      {/* Dark on white in both schemes: cameras do not read it inverted. */}
      <img
        className={classes.qr}
        alt={t('two_factor.qr')}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 0 }))}`}
      />
      <div className={classes.form}>
        <p className={classes.note}>{t('two_factor.scan')}</p>
        <p className={classes.note}>
          {t('two_factor.or_type')}
          <br />
          <bdi dir="ltr" className={classes.secret}>
            {secret}
          </bdi>
        </p>
        <TextInput
          label={t('two_factor.code')}
          value={code}
          error={problem}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          ref={field}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={confirm.pending} disabled={code.trim().length < CODE_LENGTH}>
            {t('two_factor.confirm')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        </div>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast('success', t('two_factor.copied'))
  }
  return (
    <div>
      <p className={classes.name}>{t('two_factor.codes')}</p>
      <p className={classes.note}>{t('two_factor.codes_text')}</p>
      <ul className={classes.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void copy()}>
          {t('two_factor.copy')}
        </Button>
        <Button variant="default" onClick={() => downloadText('omni-recovery-codes.txt', text, 'text/plain')}>
          {t('two_factor.download')}
        </Button>
        <Button onClick={onDone}>{t('two_factor.saved')}</Button>
      </div>
    </div>
  )
}
