import { Button, Checkbox, Select } from '@mantine/core'
import { AT_CHECKOUT, isExtensionSource } from '@omni/domain/placement/extension.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import type { Translate } from '../../platform/i18n.ts'
import { ProfitAmount } from '../../product-cards/profit-amount.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import { hasOwnAccount, type OwnAccountSource } from '../source-accounts/account-sign-in.tsx'
import { type AddressDraft, AskedFields } from './asked-fields.tsx'
import classes from './placement.module.css'
import { BECAUSE, type PreviewBasket, type PreviewOrder, PROBLEMS, REPAIRS, STOP_TEXTS } from './placement-texts.ts'

const PAYS = {
  wallet: 'placement.pays_wallet',
  account: 'placement.pays_account',
  browser: 'placement.pays_browser',
} as const

interface PlaceOrderCardProps {
  show: CardShow
  order: PreviewOrder
  isIncluded: boolean
  /** Of the address. */
  typed: AddressDraft
  onType: (typed: AddressDraft) => void
  onInclude: (isIncluded: boolean) => void
  onMethod: (basket: number, method: string) => void
  /** It was stopped, and is bought all the same. */
  onAccept: () => void
  onSignIn: (source: OwnAccountSource) => void
  /** A supplier did not answer. */
  onAskAgain: () => void
  /** Another page is opened instead. */
  onLeave: () => void
}

/** One order of a plan: its suppliers, how each part is sent, what it costs and earns, or why it cannot be placed. */
export function PlaceOrderCard(props: PlaceOrderCardProps) {
  const { show, order, isIncluded, typed, onType, onInclude, onMethod, onAccept, onSignIn, onAskAgain, onLeave } = props
  const { t, money } = show
  const { number, customer_name, country_code, state, problems, profit, cost } = order
  return (
    <li className={classes.order} data-blocked={state === 'blocked' || undefined}>
      <div className={classes.orderHead}>
        <Checkbox
          aria-label={t('placement.include', { number })}
          checked={state === 'ready' && isIncluded}
          disabled={state !== 'ready'}
          onChange={(event) => onInclude(event.currentTarget.checked)}
        />
        <span className={classes.words}>
          <b dir="auto">{number}</b>
          <span className={classes.note} dir="auto">
            {[customer_name, country_code].filter(Boolean).join(' · ')}
          </span>
        </span>
        {state === 'quoting' ? <StatusDot tone="accent">{t('placement.asking_prices')}</StatusDot> : null}
        {cost === null ? null : (
          <span className={classes.figures}>
            <b>{money(cost, 'USD').text}</b>
            <span className={classes.note}>
              {t('profit.title')} <ProfitAmount profit={profit} />
            </span>
          </span>
        )}
      </div>
      <Stops order={order} onAccept={onAccept} t={t} />
      {problems.map((problem) => (
        <p key={problem} className={classes.problem}>
          <StatusDot tone="amber">{t(PROBLEMS[problem])}</StatusDot>
          {REPAIRS[problem] ? <AppLink href={REPAIRS[problem].href}>{t(REPAIRS[problem].text)}</AppLink> : null}
          {problem === 'store_request' ? (
            <AppLink href={`/app/orders?order=${order.order_id}`} onClick={onLeave}>
              {t('orders.request_answer')}
            </AppLink>
          ) : null}
          {problem === 'source_unreachable' ? (
            <Button size="compact-sm" variant="default" onClick={onAskAgain}>
              {t('actions.retry')}
            </Button>
          ) : null}
          {problem === 'source_not_connected'
            ? notConnected(order).map((source) => (
                <Button key={source} size="compact-sm" variant="default" onClick={() => onSignIn(source)}>
                  {t('source_accounts.sign_in_title', { source: VENDOR_NAMES[source] })}
                </Button>
              ))
            : null}
        </p>
      ))}
      <AskedFields order={order} typed={typed} onType={onType} onSaved={onAskAgain} />
      {order.baskets.map((basket, at) => (
        <Basket key={basket.source} show={show} basket={basket} onMethod={(method) => onMethod(at, method)} />
      ))}
    </li>
  )
}

interface StopsProps {
  order: PreviewOrder
  onAccept: () => void
  t: Translate
}

/** Why it is not bought with the others, and the yes of its own. */
function Stops({ order: { stops, state, number }, onAccept, t }: StopsProps) {
  if (stops.length === 0 || (state !== 'stopped' && state !== 'ready')) return null
  return (
    <div className={classes.stops}>
      {stops.map((stop) => (
        <p key={stop} className={classes.problem}>
          <StatusDot tone="red">{t(STOP_TEXTS[stop])}</StatusDot>
          {stop === 'price_held' ? <AppLink href="/app/products/auto-update">{t('auto_update.title')}</AppLink> : null}
        </p>
      ))}
      {state === 'stopped' ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('placement.accept_label', { number })}
          onClick={onAccept}
        >
          {t('placement.accept')}
        </Button>
      ) : (
        <p className={classes.note}>{t('placement.stop_agreed')}</p>
      )}
    </div>
  )
}

/** The seller's own accounts that are missing. */
const notConnected = ({ baskets }: PreviewOrder): OwnAccountSource[] => [
  ...new Set(
    baskets.flatMap(({ source, problem }) =>
      problem === 'source_not_connected' && hasOwnAccount(source) ? [source] : [],
    ),
  ),
]

interface BasketProps {
  show: CardShow
  basket: PreviewBasket
  onMethod: (method: string) => void
}

function Basket({ show, basket, onMethod }: BasketProps) {
  const { t, money } = show
  const { source, lines, currency, methods, method, total, charges } = basket
  const label = (one: (typeof methods)[number]) => {
    if (one.method === AT_CHECKOUT) return t('placement.at_checkout')
    return [
      one.service_name,
      one.amount === 0 ? t('placement.free') : money(one.amount, currency).text,
      one.max_days === null ? null : t('placement.days', { from: one.min_days ?? one.max_days, to: one.max_days }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <section className={classes.basket} aria-label={VENDOR_NAMES[source]}>
      <div className={classes.basketHead}>
        <VendorBadge vendor={source} label={VENDOR_NAMES[source]} />
        <span aria-hidden="true">{VENDOR_NAMES[source]}</span>
        <span className={classes.note}>{t(PAYS[isExtensionSource(source) ? 'browser' : basket.pays])}</span>
        {total === null ? null : <b className={classes.end}>{money(total, currency).text}</b>}
      </div>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={`${line.line_id} ${line.component}`} className={classes.line}>
            <LazyImage src={line.image} alt="" size={32} />
            <span className={classes.words} dir="auto">
              {line.title}
            </span>
            <span className={classes.note}>
              {line.price === null ? `${line.quantity} ×` : `${line.quantity} × ${money(line.price, currency).text}`}
            </span>
          </li>
        ))}
      </ul>
      {charges > 0 ? (
        <p className={classes.note}>{t('placement.charges', { amount: money(charges, currency).text })}</p>
      ) : null}
      {methods.length > 0 ? (
        <Select
          label={t('placement.shipping')}
          description={explain(show, basket)}
          allowDeselect={false}
          data={methods.map((one) => ({ value: one.method, label: label(one) }))}
          value={method}
          onChange={(value) => value !== null && value !== method && onMethod(value)}
        />
      ) : null}
    </section>
  )
}

/** "Cheapest. B would be 2.10 dearer and 6 days sooner." */
function explain({ t, money }: CardShow, { because, methods, method, runner_up, currency }: PreviewBasket): string {
  if (because === null) return ''
  const [chosen, other] = [method, runner_up].map((name) => methods.find((one) => one.method === name))
  const why = t(BECAUSE[because])
  if (!chosen || !other) return why
  const name = other.service_name
  const difference = other.amount - chosen.amount
  const price =
    difference === 0
      ? null
      : t(difference > 0 ? 'placement.other_dearer' : 'placement.other_cheaper', {
          name,
          amount: money(Math.abs(difference), currency).text,
        })
  const days = chosen.max_days === null || other.max_days === null ? 0 : chosen.max_days - other.max_days
  const time =
    days === 0 ? null : t(days > 0 ? 'placement.other_sooner' : 'placement.other_later', { name, n: Math.abs(days) })
  return [why, price, time].filter(Boolean).join(' ')
}
