/** Who is calling from where (foundation spec §4): standalone or embedded, and in which workplace. */
import { selectWorkplace } from '@omni/domain/workplaces/select-workplace.ts'
import { observable, useObservable } from './observable.ts'
import { store, stored } from './storage.ts'

const WORKPLACE_KEY = 'omni.workplace'
const shopKey = (workplace: string | null) => `omni.shop.${workplace ?? ''}`
const TOKEN_KEY = 'omni.token'
const EMBEDDED_SEARCH_KEY = 'omni.embedded-search'

export interface Mode {
  embedded: boolean
  /** The query string the platform opened us with; the install route needs it again. */
  search: string
  /** The platform's host for the store, sent as a header and used to choose the workplace. */
  shop: string | null
}

/** Embedded = framed, and opened by a platform: it says so (`embedded=1`) or names the shop. */
export function readMode(search: string, framed: boolean, remembered: string | null): Mode {
  const parameters = new URLSearchParams(search)
  const saysSo = parameters.get('embedded') === '1' || parameters.has('shop')
  const kept = saysSo ? search : (remembered ?? '')
  if (!framed || (!saysSo && kept === '')) return { embedded: false, search: '', shop: null }
  return { embedded: true, search: kept, shop: new URLSearchParams(kept).get('shop') }
}

export const mode = readMode(
  window.location.search,
  window.self !== window.top,
  stored(EMBEDDED_SEARCH_KEY, 'sessionStorage'),
)
// In-app navigation drops the query string; the session remembers it.
if (mode.embedded) store(EMBEDDED_SEARCH_KEY, mode.search, 'sessionStorage')

const workplaceId = observable<string | null>(stored(WORKPLACE_KEY))
export const currentWorkplaceId = workplaceId.get
export const useWorkplaceId = () => useObservable(workplaceId)

const storeId = observable<string | null>(stored(shopKey(workplaceId.get())))
/** The store that is worked with: remembered for each workplace, sent as `store-id`. */
export const currentStoreId = storeId.get
export const useStoreId = () => useObservable(storeId)

export function setWorkplace(id: string | null) {
  store(WORKPLACE_KEY, id)
  // First, so that no call names the store of one workplace in the other.
  storeId.set(stored(shopKey(id)))
  workplaceId.set(id)
}

export function setStore(id: string | null) {
  store(shopKey(workplaceId.get()), id)
  storeId.set(id)
}

/** A remembered store that is not connected any more gives way to the default one, or the oldest. */
export function settleStore(stores: readonly { id: string; workplace_id: string; is_default: boolean }[]) {
  const own = stores.filter(({ workplace_id }) => workplace_id === workplaceId.get())
  if (own.some(({ id }) => id === storeId.get())) return
  setStore((own.find(({ is_default }) => is_default) ?? own[0])?.id ?? null)
}

/** §8, code 801: a remembered id is wrong. The store's is the likelier one; without it, it is the workplace's. */
export function forgetShop() {
  if (storeId.get() === null) setWorkplace(null)
  else setStore(null)
}

/**
 * §4: the stored id, else the first; embedded, the workplace of the framing store wins. A device that stored none goes
 * by the account, which knows the last one.
 */
export function settleWorkplace(
  workplaces: readonly { id: string; store_domains: readonly string[] }[],
  last: string | null,
) {
  const options = workplaces.map(({ id, store_domains }) => ({
    id,
    shops: store_domains.map((domain) => ({ domain })),
  }))
  setWorkplace(selectWorkplace(options, workplaceId.get() ?? last, mode.embedded ? mode.shop : null)?.id ?? null)
}

/** Only embedded: standalone sessions live in a cookie that scripts cannot read. */
export const sessionToken = () => (mode.embedded ? stored(TOKEN_KEY, 'sessionStorage') : null)
export const keepToken = (token: string | null) => {
  if (mode.embedded) store(TOKEN_KEY, token, 'sessionStorage')
}

/** §2: both are read once, at first load. */
export function readStartParameters(search: string) {
  const parameters = new URLSearchParams(search)
  return { customer_id: parameters.get('customer_id'), workplace_id: parameters.get('workplace_id') }
}
