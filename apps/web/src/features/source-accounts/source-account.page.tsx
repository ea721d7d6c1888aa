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
import { useConsentConnect } from './use-consent-connect.ts'

const keySourceIn = (source: string) => KEY_SOURCE_IDS.find((id) => id === source)

type List = Out<typeof sourceAccountCalls.listSourceAccounts>
type Account = List['accounts'][number]

/** /app/setting/source-account — the seller's accounts at suppliers. spec: not shown. */
export function SourceAccountPage() {
  const t = useT()
  const list = useCall(sourceAccountCalls.listSourceAccounts, {}, { quiet: true })
  const consent = useConsentConnect()
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
      {consent.problem ? (
        <p className={classes.problem} role="alert">
          {consent.problem}
        </p>
      ) : null}
      {list.data?.connectable.map(({ source, by }) => {
        const accounts = list.data.accounts.filter((account) => account.source === source)
        const keySource = keySourceIn(source)
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
            {source === 'aliexpress' || source === 'alibaba' ? (
              <Button
                variant={accounts.length > 0 ? 'default' : 'filled'}
                loading={consent.pending[source]}
                onClick={() => void consent.connect(source)}
              >
                {word}
              </Button>
            ) : null}
            {keySource ? <KeyForm source={keySource} label={word} quiet={accounts.length > 0} /> : null}
          </Card>
        )
      })}
      <CataloguePlan />
    </SettingsFrame>
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
  const fromAliexpress = useAct(sourceAccountCalls.disconnectAliexpress, { refresh })
  const fromAlibaba = useAct(sourceAccountCalls.disconnectAlibaba, { refresh })
  const byKey = useAct(sourceAccountCalls.disconnectByKey, { refresh })
  const { source, account_id, account_name, health, token_ends_at, connected_at, checked_at } = account
  const disconnect = async () => {
    const leave = source === 'alibaba' ? fromAlibaba : fromAliexpress
    const keySource = keySourceIn(source)
    const reply = keySource ? await byKey.run({ source: keySource }) : await leave.run({ account_id })
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
        loading={fromAliexpress.pending || fromAlibaba.pending || byKey.pending}
        onConfirm={() => void disconnect()}
      />
    </div>
  )
}
