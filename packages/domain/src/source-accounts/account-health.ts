/** Whether a connected supplier account can be used, and for how long. spec: not shown. */
export type AccountHealth = 'ok' | 'expiring' | 'expired' | 'unreachable'

const WARN_DAYS = 3
const DAY_MS = 86_400_000

/** A token that can be renewed ends with its renewal; one that cannot, with itself. */
export function accountHealth(
  account: { health: string; expires_at: string | null; refresh_expires_at: string | null },
  now: Date,
): AccountHealth {
  if (account.health === 'expired') return 'expired'
  const ends = account.refresh_expires_at ?? account.expires_at
  const left = ends === null ? Number.POSITIVE_INFINITY : Date.parse(ends) - now.getTime()
  if (left <= 0) return 'expired'
  if (account.health === 'unreachable') return 'unreachable'
  return left < WARN_DAYS * DAY_MS ? 'expiring' : 'ok'
}
