import { Button, Skeleton } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { BalanceCard } from './balance-card.tsx'
import { ChartCard } from './chart-card.tsx'
import { ReturnedBanner } from './returned-banner.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import { TopupDialog } from './topup-dialog.tsx'
import { Transactions } from './transactions.tsx'
import classes from './wallet.module.css'

type Wallet = Out<typeof walletCalls.getWallet>

/** /app/setting/wallet — what the wallet holds, how it is filled, and everything that moved (orders spec §2; look 10). */
export function WalletPage() {
  const t = useT()
  const reading = useCall(walletCalls.getWallet, {}, { quiet: true })
  const [shown, setShown] = useState<'topup' | 'statement' | null>(null)
  const wallet = reading.data
  const canTopUp = wallet !== undefined && wallet.topup_by.length > 0 && wallet.policy.accepted
  return (
    <SettingsFrame
      title={t('settings.wallet')}
      description={t('wallet.text')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileText size={16} stroke={ICON_STROKE} aria-hidden="true" />}
            onClick={() => setShown('statement')}
          >
            {t('wallet.statement')}
          </Button>
          <Button
            leftSection={<IconPlus size={16} stroke={ICON_STROKE} aria-hidden="true" />}
            disabled={!canTopUp}
            onClick={() => setShown('topup')}
          >
            {t('wallet.top_up')}
          </Button>
        </>
      }
    >
      <ReturnedBanner />
      {reading.isPending ? (
        <Card>
          <Skeleton height={220} />
        </Card>
      ) : null}
      {reading.isError ? (
        <Card>
          <ReadFailed reading={reading} title="wallet.failed" />
        </Card>
      ) : null}
      {wallet ? (
        <>
          {wallet.policy.accepted ? null : <PolicyCard version={wallet.policy.version} />}
          {wallet.topup_by.length === 0 ? <p className={classes.note}>{t('wallet.no_provider')}</p> : null}
          <div className={classes.top}>
            <BalanceCard wallet={wallet} />
            <ChartCard />
          </div>
          <Transactions />
          <TopupDialog wallet={wallet} opened={shown === 'topup'} onClose={() => setShown(null)} />
        </>
      ) : null}
      <StatementDialog opened={shown === 'statement'} onClose={() => setShown(null)} />
    </SettingsFrame>
  )
}

/** The terms, read before the first top-up. */
function PolicyCard({ version }: { version: Wallet['policy']['version'] }) {
  const t = useT()
  const accept = useAct(walletCalls.acceptWalletPolicy, { refresh: [walletCalls.getWallet] })
  return (
    <Card title={t('wallet.policy_title')} description={t('wallet.policy_text')}>
      <ul className={classes.terms}>
        <li>{t('wallet.policy_1')}</li>
        <li>{t('wallet.policy_2')}</li>
        <li>{t('wallet.policy_3')}</li>
        <li>{t('wallet.policy_4')}</li>
      </ul>
      <Button loading={accept.pending} onClick={() => void accept.run({ version })}>
        {t('wallet.policy_accept')}
      </Button>
    </Card>
  )
}
