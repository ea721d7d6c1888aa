import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { downloadText } from '@omni/ui/csv.ts'
import { Money } from '@omni/ui/money.tsx'
import { useState } from 'react'
import { useMoney } from '../../platform/display.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { query, queryClient, useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import classes from './wallet.module.css'

const ACCOUNTS: Record<string, TextKey> = {
  wallet_topup: 'wallet.balance_topup',
  wallet_bonus: 'wallet.balance_bonus',
  hold_topup: 'wallet.held_topup',
  hold_bonus: 'wallet.held_bonus',
}

const MINUTE_MS = 60_000

/** The value of a `datetime-local` field, in the browser's own time. */
function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What the wallet held at any past moment, and every movement as a file. */
export function StatementDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Modal opened={opened} onClose={onClose} title={t('wallet.statement')} centered>
      <Statement />
    </Modal>
  )
}

function Statement() {
  const t = useT()
  const money = useMoney()
  const [moment, setMoment] = useState(localNow)
  const date = new Date(moment)
  const isMoment = !Number.isNaN(date.getTime())
  // The field knows minutes: the whole of the chosen one counts.
  const at = isMoment ? new Date(date.getTime() + MINUTE_MS - 1).toISOString() : ''
  const reading = useCall(walletCalls.getWalletStatement, { at }, { quiet: true, enabled: isMoment })
  const save = async (format: 'csv' | 'json') => {
    const file = await queryClient.fetchQuery(query(walletCalls.exportTransactionLogs, { format })).catch(() => null)
    if (file) downloadText(file.name, file.text, file.type)
    else toast('error', t('wallet.export_failed'))
  }
  const statement = reading.data
  return (
    <Stack>
      <TextInput
        type="datetime-local"
        label={t('wallet.statement_at')}
        description={t('wallet.statement_text')}
        value={moment}
        max={localNow()}
        onChange={(event) => setMoment(event.currentTarget.value)}
      />
      {reading.isError ? <ReadFailed reading={reading} title="wallet.statement_failed" /> : null}
      {statement ? (
        <dl className={classes.parts} aria-live="polite">
          {statement.accounts.map(({ account, amount }) => (
            <div key={account} className={classes.part}>
              <dt>{t(ACCOUNTS[account] ?? 'wallet.balance')}</dt>
              <dd>
                <Money {...money(amount, statement.currency)} />
              </dd>
            </div>
          ))}
          <div className={classes.part}>
            <dt>
              <b>{t('wallet.balance')}</b>
            </dt>
            <dd>
              <b>
                <Money {...money(statement.total, statement.currency)} />
              </b>
            </dd>
          </div>
        </dl>
      ) : null}
      <div className={classes.quick}>
        <Button variant="default" onClick={() => void save('csv')}>
          {t('wallet.export_csv')}
        </Button>
        <Button variant="default" onClick={() => void save('json')}>
          {t('wallet.export_json')}
        </Button>
      </div>
    </Stack>
  )
}
