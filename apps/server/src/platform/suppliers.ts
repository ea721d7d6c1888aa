import { openSupplier, type Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { SupplierDefinition } from '@omni/connectors/suppliers/supplier.ts'
import { keepTokens, type TokenStore } from '@omni/connectors/tokens.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Connected, Setup, VendorCall } from '@omni/connectors/vendor.ts'
import type { DayBudget } from '@omni/domain/catalog/plan-ingest.ts'
import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Secrets } from './secrets.ts'
import { recordUnread } from './unread-rows.ts'
import { accountKey, CONNECTING, createPace, OPERATOR, type PaceTime } from './vendor-pace.ts'
import { operatorTokenStore } from './vendor-tokens.ts'

/** The suppliers as operations and jobs reach them. */
export interface Suppliers {
  /** Through the operator's account. Absent: not set up here. */
  shared: Partial<Record<Source, Supplier>>
  /** Through an account of a seller's (features/source-accounts/open-account.ts). */
  through(source: Source, account_id: string, store: TokenStore<unknown>): Supplier
  definition(source: Source): SupplierDefinition
  /** What the operator's account may spend in a day, and what of it is spent. */
  budget(source: Source): Promise<DayBudget>
  /** What a definition's own account functions take. `account_id` is left out while nobody is connected yet. */
  call<C>(source: Source, credentials: C, account_id?: string): VendorCall<unknown, C>
}

/** `definitions`: each keeps its own types inside. */
export function createSuppliers(
  definitions: Record<Source, object>,
  parts: { config: Config; db: Db; secrets: Secrets; now: () => Date; time: PaceTime | undefined },
): Suppliers {
  const { config, db, secrets, now, time } = parts
  const env = config.vendor_env
  const budgets = new Map(
    config.SUPPLIER_BUDGETS.split(',')
      .map((entry) => entry.split(':'))
      .map(([source = '', points = '']) => [source, Number(points)]),
  )
  const paceOf = createPace(db, time)
  const definition = (source: Source) => definitions[source] as SupplierDefinition // its own types inside
  const app = (source: Source) => definition(source).app.parse(definition(source).setup(env).app)

  const pace = (source: Source, key: string) => {
    const { limits } = definition(source)
    const own_per_day = key === OPERATOR ? budgets.get(source) : undefined
    return paceOf(source, key, { ...limits, ...(own_per_day !== undefined && { own_per_day }) })
  }
  const callWith = <C>(source: Source, credentials: C, key: string): VendorCall<unknown, C> => ({
    app: app(source),
    credentials,
    now,
    limits: pace(source, key).limits,
  })

  function open(source: Source, key: string, store: TokenStore<unknown>, first?: () => Promise<Connected<unknown>>) {
    const renew = definition(source).account?.refresh
    const refresh = renew && ((old: Connected<unknown>) => renew(callWith(source, old.credentials, key)))
    const tokens = keepTokens({ vendor: source, store, ...(first && { first }), ...(refresh && { refresh }) })
    const unread = recordUnread(db, source)
    return openSupplier(definition(source), { app: app(source), tokens, now, unread, ...pace(source, key) })
  }

  /** The operator's first token, from what the environment holds. */
  async function begin(source: Source, start: NonNullable<Setup['start']>): Promise<Connected<unknown>> {
    const { account } = definition(source)
    if ('code' in start && account) return account.connect(callWith(source, null, OPERATOR), start)
    if ('credentials' in start && account?.refresh)
      return account.refresh(callWith(source, start.credentials, OPERATOR))
    throw new VendorError(source, 'auth_expired', 'no way to connect')
  }

  const shared: Suppliers['shared'] = {}
  for (const source of Object.keys(definitions).filter(isSource)) {
    const { start } = definition(source).setup(env)
    if (start)
      shared[source] = open(source, OPERATOR, operatorTokenStore(db, secrets, source), () => begin(source, start))
  }
  return {
    shared,
    definition,
    budget: (source) => pace(source, OPERATOR).budget(),
    call: (source, credentials, account_id) =>
      callWith(source, credentials, account_id === undefined ? CONNECTING : accountKey(source, account_id)),
    through: (source, account_id, store) => open(source, accountKey(source, account_id), store),
  }
}
