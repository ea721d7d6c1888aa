import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { Money } from '@omni/ui/money.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { useMoney } from '../../platform/display.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './wallet.module.css'

type Wallet = Out<typeof walletCalls.getWallet>

/** What can be spent, and of what it is made. */
export function BalanceCard({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const money = useMoney()
  const show = (amount: number) => <Money {...money(amount, wallet.currency)} />
  const { balance_topup, balance_bonus, on_hold, owed, total_balance, auto_topup } = wallet
  const all = Math.max(1, total_balance + on_hold)
  const rows = [
    { key: 'topup', text: t('wallet.balance_topup'), amount: balance_topup },
    { key: 'bonus', text: t('wallet.balance_bonus'), amount: balance_bonus },
    { key: 'hold', text: t('wallet.on_hold'), amount: on_hold },
  ]
  return (
    <Card>
      <p className={classes.label}>{t('wallet.available')}</p>
      <p className={classes.total}>{show(total_balance)}</p>
      <div className={classes.bar} aria-hidden="true">
        {rows.map(({ key, amount }) => (
          <span key={key} data-part={key} style={{ inlineSize: `${(amount / all) * 100}%` }} />
        ))}
      </div>
      <dl className={classes.parts}>
        {rows.map(({ key, text, amount }) => (
          <div key={key} className={classes.part}>
            <dt data-part={key}>{text}</dt>
            <dd>{show(amount)}</dd>
          </div>
        ))}
        {owed > 0 ? (
          <div className={classes.part}>
            <dt data-part="owed">{t('wallet.owed')}</dt>
            <dd className={classes.owed}>{show(owed)}</dd>
          </div>
        ) : null}
      </dl>
      <p className={classes.auto}>
        {auto_topup.on
          ? t('wallet.auto_on', {
              amount: money(auto_topup.amount, wallet.currency).text,
              below: money(auto_topup.below, wallet.currency).text,
            })
          : t('wallet.auto_off')}{' '}
        <AppLink href="/app/setting/payments">{t('wallet.auto_change')}</AppLink>
      </p>
    </Card>
  )
}
