import { Button, VisuallyHidden } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { useAccount } from '../../platform/account.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { hasPath } from '../../platform/navigation.ts'
import { useAct } from '../../platform/act.ts'
import { featureName } from '../../shell/feature-names.ts'
import { openPanel } from '../../platform/panels.ts'
import { CHANNELS_PAGE } from '../../platform/pending-action.ts'
import classes from './home.module.css'

type Item = Out<typeof homeCalls.getAttention>['items'][number]
type Key = Item['key']

interface Need {
  what: TextKey
  why: TextKey
  button: TextKey
  /** First of these that exists; none = no button. */
  hrefs?: readonly string[]
}

/** Each key: what happened, the consequence, the way out. */
const NEEDS: Record<Key, Need> = {
  orders_attention: {
    what: 'attention.orders_attention',
    why: 'attention.orders_attention_why',
    button: 'attention.orders_do',
    hrefs: ['/app/orders?sub=needs_attention&days=all'],
  },
  orders_ready: {
    what: 'attention.orders_ready',
    why: 'attention.orders_ready_why',
    button: 'attention.orders_do',
    hrefs: ['/app/orders?days=all'],
  },
  orders_unpaid: {
    what: 'attention.orders_unpaid',
    why: 'attention.orders_unpaid_why',
    button: 'attention.orders_unpaid_do',
    hrefs: ['/app/orders?group=payment&sub=waiting_payment&days=all'],
  },
  stores_attention: {
    what: 'attention.stores_attention',
    why: 'attention.stores_attention_why',
    button: 'attention.stores_attention_do',
    hrefs: [CHANNELS_PAGE],
  },
  listings_attention: {
    what: 'attention.listings_attention',
    why: 'attention.listings_attention_why',
    button: 'attention.listings_attention_do',
    hrefs: ['/app/list?attention=true'],
  },
  supplier_changes: {
    what: 'attention.supplier_changes',
    why: 'attention.supplier_changes_why',
    button: 'attention.supplier_changes_do',
    hrefs: ['/app/products/auto-update'],
  },
  verify_email: {
    what: 'attention.verify_email',
    why: 'attention.verify_email_why',
    button: 'attention.verify_email_do',
  },
  demo_account: {
    what: 'attention.demo_account',
    why: 'attention.demo_account_why',
    button: 'attention.demo_account_do',
  },
  connect_store: {
    what: 'attention.connect_store',
    why: 'attention.connect_store_why',
    button: 'attention.connect_store_do',
    hrefs: [CHANNELS_PAGE],
  },
  quota_reached: {
    what: 'attention.quota_reached',
    why: 'attention.quota_reached_why',
    button: 'attention.see_plans',
    hrefs: ['/app/setting/billing-plan/change-plan', '/public/pricing'],
  },
  quota_low: {
    what: 'attention.quota_low',
    why: 'attention.quota_low_why',
    button: 'attention.see_plans',
    hrefs: ['/app/setting/billing-plan/change-plan', '/public/pricing'],
  },
  parcels: {
    what: 'attention.parcels',
    why: 'attention.parcels_why',
    button: 'attention.parcels_do',
    hrefs: ['/app/orders/shipment'],
  },
  second_factor_off: {
    what: 'attention.second_factor_off',
    why: 'attention.second_factor_off_why',
    button: 'attention.second_factor_off_do',
    hrefs: ['/app/setting/account#two-factor'],
  },
  unread_notifications: {
    what: 'attention.unread_notifications',
    why: 'attention.unread_notifications_why',
    button: 'attention.unread_notifications_do',
    hrefs: ['/app/notifications?unread=true'],
  },
}

const LEVELS: Record<Item['level'], TextKey> = {
  red: 'attention.urgent',
  amber: 'attention.soon',
  grey: 'attention.whenever',
}

/** Most urgent first, as the server sends them; only the first button is filled. */
export function AttentionList({ items }: { items: readonly Item[] }) {
  const t = useT()
  if (items.length === 0)
    return <EmptyState compact drawing="shield" title={t('attention.none')} text={t('attention.none_text')} />
  // The server names a feature by its key; the reader knows its name.
  const values = ({ details, count }: Item) => {
    const name = featureName(details['feature'] ?? '')
    return { ...details, count, ...(name ? { feature: t(name) } : {}) }
  }
  return (
    <ul className={classes.attention}>
      {items.map((item, index) => (
        <li key={item.key + (item.details['feature'] ?? '')} className={classes.need}>
          <span className={classes.dot} data-level={item.level} />
          <div className={classes.words}>
            <div className={classes.what}>
              <VisuallyHidden>{`${t(LEVELS[item.level])}: `}</VisuallyHidden>
              {t(NEEDS[item.key].what, values(item))}
            </div>
            <div className={classes.why}>{t(NEEDS[item.key].why, values(item))}</div>
          </div>
          <NeedButton need={item.key} filled={index === 0} />
        </li>
      ))}
    </ul>
  )
}

interface NeedButtonProps {
  need: Key
  filled: boolean
}

const lookOf = (filled: boolean) => ({ size: 'xs', variant: filled ? 'filled' : 'default' }) as const

function VerifyButton({ need, filled }: NeedButtonProps) {
  const t = useT()
  const { email } = useAccount()
  const resend = useAct(authCalls.sendVerificationEmail, { refresh: [homeCalls.getAttention] })
  return (
    <Button {...lookOf(filled)} loading={resend.pending} onClick={() => void resend.run({ email })}>
      {t(NEEDS[need].button)}
    </Button>
  )
}

function NeedButton({ need, filled }: NeedButtonProps) {
  const t = useT()
  const { button, hrefs = [] } = NEEDS[need]
  const look = lookOf(filled)
  if (need === 'verify_email') return <VerifyButton need={need} filled={filled} />
  if (need === 'demo_account')
    return (
      <Button {...look} onClick={() => openPanel('real_account')}>
        {t(button)}
      </Button>
    )
  const href = hrefs.find(hasPath)
  return href ? (
    <Button {...look} component={AppLink} href={href}>
      {t(button)}
    </Button>
  ) : null
}
