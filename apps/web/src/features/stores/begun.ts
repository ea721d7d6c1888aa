/**
 * Who began to connect a store, for five minutes: the platform's answer may come back to a tab where somebody else, or
 * another workplace, is at work by then. A cookie, because some platforms come back in a tab of their own.
 */
const COOKIE = 'omni_connecting'
const LIFE_S = 300

export interface Begun {
  user_id: string
  workplace_id: string
}

export function noteBegun({ user_id, workplace_id }: Begun) {
  const value = encodeURIComponent(`${user_id}:${workplace_id}`)
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${LIFE_S}; samesite=lax`
}

export function readBegun(): Begun | null {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(`${COOKIE}=`))
  if (!found) return null
  const [user_id, workplace_id] = decodeURIComponent(found.slice(COOKIE.length + 1)).split(':')
  return user_id && workplace_id ? { user_id, workplace_id } : null
}

export function forgetBegun() {
  document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`
}
