import { Button, SegmentedControl } from '@mantine/core'
import type { ComponentProps } from 'react'
import { EXTENSION_URL } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { openUpgrade } from '../../platform/panels.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useExtension } from '../extension/use-extension.ts'
import { type Click, type PaymentUse, USES } from './place-click.ts'
import classes from './placement.module.css'
import { PlanWays } from './plan-ways.tsx'

const USE_TEXTS = { auto: 'placement.use_auto', wallet: 'placement.use_wallet', card: 'placement.use_card' } as const

interface PlanSumsProps extends ComponentProps<typeof PlanWays> {
  click: Click
  refusal: string | null
  onUse: (use: PaymentUse | null) => void
}

/** What can be placed, what pays for it, what is missing with its way out, and the ways to buy it. */
export function PlanSums({ show, summary, click, refusal, onUse, onPick }: PlanSumsProps) {
  const { t, money } = show
  const { wallet } = summary
  const plainText = click.is_short ? 'placement.wallet_short' : 'placement.wallet'
  const walletText = click.card > 0 ? 'placement.wallet_and_card' : plainText
  return (
    <div className={classes.head}>
      <p aria-live="polite" className={classes.sums}>
        {summary.quoting > 0
          ? t('placement.quoting', { n: summary.orders - summary.quoting, total: summary.orders })
          : t('placement.sums', { ready: summary.ready, blocked: summary.blocked })}
        {summary.stopped > 0 ? ` · ${t('placement.sums_stopped', { n: summary.stopped })}` : ''}
      </p>
      {refusal === null ? null : (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <PlanCheck show={show} summary={summary} click={click} />
      {click.wallet + click.card > 0 ? (
        <div className={click.is_short ? classes.short : classes.note}>
          {t(walletText, {
            card: money(click.card, 'USD').text,
            needed: money(click.wallet, 'USD').text,
            available: money(click.available, 'USD').text,
          })}{' '}
          {click.is_short ? (
            <>
              <AppLink href="/app/setting/wallet">{t('wallet.top_up')}</AppLink>{' '}
              {wallet.has_card ? null : <AppLink href="/app/setting/payments">{t('wallet.add_card')}</AppLink>}
            </>
          ) : null}
        </div>
      ) : null}
      {summary.accounts.map(({ source, needed, available }) => (
        <p key={source} className={needed > available ? classes.short : classes.note}>
          {t(needed > available ? 'placement.balance_short' : 'placement.balance', {
            source: VENDOR_NAMES[source],
            needed: money(needed, 'USD').text,
            available: money(available, 'USD').text,
          })}
        </p>
      ))}
      {summary.by_browser > 0 ? <ExtensionCheck show={show} orders={summary.by_browser} /> : null}
      {wallet.needed > 0 && wallet.asks && wallet.has_card ? (
        <SegmentedControl
          aria-label={t('placement.pay_by')}
          value={click.use}
          onChange={(value) => onUse(USES.find((name) => name === value) ?? null)}
          data={USES.map((name) => ({ value: name, label: t(USE_TEXTS[name]) }))}
        />
      ) : null}
      <PlanWays show={show} summary={summary} onPick={onPick} />
    </div>
  )
}

/** The click would be refused as a whole: said before it, with the way out. */
function PlanCheck({ show: { t, format }, summary, click }: Pick<PlanSumsProps, 'show' | 'summary' | 'click'>) {
  const { needs_plan } = click
  if (needs_plan === null) return null
  const n = format.number(click.count)
  return (
    <div className={classes.refusal}>
      {needs_plan === 'ORDER_FULFILLMENT'
        ? t('placement.quota_short', { left: format.number(summary.quota.left ?? 0), n })
        : t('placement.one_at_a_time', { n })}{' '}
      <Button size="compact-sm" variant="default" onClick={() => openUpgrade(needs_plan)}>
        {t('quota.upgrade_now')}
      </Button>
    </div>
  )
}

function ExtensionCheck({ show: { t, format }, orders }: Pick<PlanSumsProps, 'show'> & { orders: number }) {
  const { presence, askAgain } = useExtension(() => undefined)
  if (presence !== 'absent') return null
  return (
    <div className={classes.refusal}>
      {t('placement.extension_absent', { n: format.number(orders) })}{' '}
      {EXTENSION_URL ? <AppLink href={EXTENSION_URL}>{t('orders.install_extension')}</AppLink> : null}{' '}
      <Button size="compact-sm" variant="default" onClick={askAgain}>
        {t('extension.ask_again')}
      </Button>
    </div>
  )
}
