import { Button, PasswordInput } from '@mantine/core'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { KEY_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import { type FormEvent, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { fieldErrors } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import classes from './source-accounts.module.css'

type KeySource = (typeof KEY_SOURCE_IDS)[number]

/** A supplier without a page for it is connected by the key its own settings show. What was typed stays when it is refused. */
export function KeyForm({ source, label, quiet }: { source: KeySource; label: string; quiet: boolean }) {
  const t = useT()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const connect = useAct(sourceAccountCalls.connectByKey, {
    refresh: [sourceAccountCalls.listSourceAccounts],
    quiet: true,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === '') return setProblem(t('form.required'))
    const reply = await connect.run({ source, api_key: key.trim() })
    if (!reply.success)
      return setProblem(fieldErrors(reply)['api_key'] ?? (reply.message || t('source_accounts.connect_failed')))
    setKey('')
    toast('success', t('source_accounts.connected'))
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <PasswordInput
        className={classes.key ?? ''}
        label={t('source_accounts.api_key')}
        description={t('source_accounts.api_key_text')}
        value={key}
        error={problem}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => {
          setKey(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" variant={quiet ? 'default' : 'filled'} loading={connect.pending}>
        {label}
      </Button>
    </form>
  )
}
