import { Button, Skeleton } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { KEY_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import { Card } from '@omni/ui/card.tsx'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { CataloguePlan } from './catalogue-plan.tsx'
import { KeyForm } from './key-form.tsx'
import classes from './source-accounts.module.css'
import { consentCalls, type ConsentSource, consentSourceIn } from './consent-calls.ts'
import { useConsent, useConsentReturn } from './use-consent-connect.ts'

const keySourceIn = (source: string) => KEY_SOURCE_IDS.find((id) => id === source)

type List = Out<typeof sourceAccountCalls.listSourceAccounts>
type Account = List['accounts'][number]

/** /app/setting/source-account — the seller's accounts at suppliers. spec: not shown. */
export function SourceAccountPage() {
  const t = useT()
  const list = useCall(sourceAccountCalls.listSourceAccounts, {}, { quiet: true })
  const back = useConsentReturn()
  return (
    <SettingsFrame title={t('source_accounts.title')} description={t('source_accounts.text')}>
      {list.isPending ? (
        <Card>
          <Skeleton height={120} />
        </Card>
      ) : null}
      {list.isError ? (
        <Card>
          <ReadFailed reading={list} title="source_accounts.failed" />
        </Card>
      ) : null}
      {back.problem ? (
        <p className={classes.problem} role="alert">
          {back.problem}
        </p>
      ) : null}
      {list.data?.connectable.map(({ source, by }) => {
        const accounts = list.data.accounts.filter((account) => account.source === source)
        const keySource = keySourceIn(source)
        const consentSource = consentSourceIn(source)
        const word = t(accounts.length > 0 ? 'source_accounts.reconnect' : 'source_accounts.connect')
        return (
          <Card
            key={source}
            title={
              <span className={classes.title}>
                <VendorBadge vendor={source} label="" />
                {VENDOR_NAMES[source]}
              </span>
            }
            description={t(by === 'oauth' ? 'source_accounts.by_oauth' : 'source_accounts.by_key')}
          >
            {accounts.map((account) => (
              <AccountRow key={account.account_id} account={account} />
            ))}
            {consentSource ? (
              <ConsentButton
                source={consentSource}
                label={word}
                quiet={accounts.length > 0}
                finishing={back.finishing === source}
                onProblem={back.setProblem}
              />
            ) : null}
            {keySource ? <KeyForm source={keySource} label={word} quiet={accounts.length > 0} /> : null}
          </Card>
        )
      })}
      <CataloguePlan />
    </SettingsFrame>
  )
}

interface ConsentButtonProps {
  source: ConsentSource
  label: string
  quiet: boolean
  finishing: boolean
  onProblem: (problem: string | null) => void
}

function ConsentButton({ source, label, quiet, finishing, onProblem }: ConsentButtonProps) {
  const { connect, pending } = useConsent(source)
  const start = async () => {
    onProblem(null)
    onProblem(await connect())
  }
  return (
    <Button variant={quiet ? 'default' : 'filled'} loading={pending || finishing} onClick={() => void start()}>
      {label}
    </Button>
  )
}

const HEALTH: Record<Account['health'], { tone: Tone; text: TextKey }> = {
  ok: { tone: 'green', text: 'source_accounts.ok' },
  expiring: { tone: 'amber', text: 'source_accounts.expiring' },
  expired: { tone: 'red', text: 'source_accounts.expired' },
  unreachable: { tone: 'amber', text: 'source_accounts.unreachable' },
}

function AccountRow({ account }: { account: Account }) {
  const t = useT()
  const format = useFormat()
  const [confirming, setConfirming] = useState(false)
  const refresh = [sourceAccountCalls.listSourceAccounts]
  const byKey = useAct(sourceAccountCalls.disconnectByKey, { refresh })
  const byConsent = useAct(consentCalls(consentSourceIn(account.source)).leave, { refresh })
  const { source, account_id, account_name, health, token_ends_at, connected_at, checked_at } = account
  const disconnect = async () => {
    const keySource = keySourceIn(source)
    const reply = keySource ? await byKey.run({ source: keySource }) : await byConsent.run({ account_id })
    if (reply.success) setConfirming(false)
  }
  const facts = [
    t('source_accounts.since', { date: format.date(connected_at, 'day') }),
    token_ends_at ? t('source_accounts.until', { date: format.date(token_ends_at, 'day') }) : '',
    checked_at ? t('source_accounts.checked', { when: format.ago(checked_at) }) : '',
  ].filter(Boolean)
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <div className={classes.name}>{account_name}</div>
        <StatusDot tone={HEALTH[health].tone}>{t(HEALTH[health].text)}</StatusDot>
        <div className={classes.note}>{facts.join(' · ')}</div>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={t('source_accounts.disconnect_named', { name: account_name })}
        onClick={() => setConfirming(true)}
      >
        {t('source_accounts.disconnect')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('source_accounts.disconnect_title', { name: account_name })}
        text={t('source_accounts.disconnect_text')}
        confirm={t('source_accounts.disconnect')}
        danger
        loading={byConsent.pending || byKey.pending}
        onConfirm={() => void disconnect()}
      />
    </div>
  )
}
