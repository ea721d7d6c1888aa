import { useAccount } from '../platform/account.ts'
import { useT } from '../platform/i18n.ts'
import { OnDemand } from './on-demand.tsx'
import classes from './top-bar.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase()

function UserAvatar() {
  const { name, email, avatar } = useAccount()
  return avatar ? (
    <span className={classes.avatar} aria-hidden="true">
      <img src={avatar} alt="" />
    </span>
  ) : (
    <span className={classes.avatar} aria-hidden="true" data-initials={initials(name || email)} />
  )
}

const loadEntries = async () => (await import('./user-entries.tsx')).UserEntries

/** Foundation spec §2, user menu. */
export function UserMenu() {
  const t = useT()
  const { name, email } = useAccount()
  return (
    <OnDemand kind="menu" load={loadEntries}>
      <button type="button" className={classes.icon} aria-label={t('shell.user_menu', { name: name || email })}>
        <UserAvatar />
      </button>
    </OnDemand>
  )
}
