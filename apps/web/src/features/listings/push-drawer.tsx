import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { DEFAULT_SPLIT } from '@omni/domain/import-list/split.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { MOBILE_QUERY } from '@omni/ui/measures.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useStoreId } from '../../platform/session.ts'
import { countOutcomes, outcomeOf, type PushProduct } from './push-check.ts'
import { type ChosenStore, PushSummary, useListingQuota } from './push-summary.tsx'
import { PushTable } from './push-table.tsx'
import classes from './push.module.css'
import { usePush, type PushOptions } from './use-push.ts'
import { usePushCheck } from './use-push-check.ts'

/** Sourcing spec §2. */
const WIDTH = 1072
// spec decision: a store stops at zero; selling on is the seller's own choice.
const DEFAULT_OPTIONS: PushOptions = { is_publish: true, allow_sell_out_of_stock: false }
const ENDED: readonly string[] = ['expired', 'closed', 'disconnected']

/** The stores that can be pushed to. Until some are chosen it is the one that is worked with, or the default. */
function usePushStores() {
  const list = useCall(storeCalls.listStore, {}, { quiet: true })
  const [choice, setChoice] = useState<ReadonlySet<string> | null>(null)
  const items = list.data?.items
  const stores = useMemo(
    () =>
      (items ?? [])
        .filter(({ status }) => status === 'active')
        .map(({ id, store_name, platform, domain, health, is_default }) => ({
          id,
          name: store_name || domain,
          platform,
          domain,
          needsConnecting: ENDED.includes(health),
          is_default,
        })),
    [items],
  )
  const usable = stores.filter(({ needsConnecting }) => !needsConnecting)
  const current = useStoreId()
  const usual = usable.find(({ id }) => id === current) ?? usable.find(({ is_default }) => is_default) ?? usable[0]
  const chosen = choice ?? new Set(usual ? [usual.id] : [])
  const chosenStores: ChosenStore[] = usable.filter(({ id }) => chosen.has(id))
  const choose = (store_id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(store_id)
    else next.delete(store_id)
    setChoice(next)
  }
  return { list, stores, chosen, chosenStores, choose }
}

interface PushDrawerProps {
  products: readonly PushProduct[]
  /** Set: the whole import list is meant, of which `products` is the beginning. */
  everything?: number
  onClose: () => void
  /** What was accepted is under way. */
  onPushed?: () => void
}

/** Push to store (sourcing spec §2, look 07-push): what happens where is shown before it happens. */
export function PushDrawer({ products: asked, everything, onClose, onPushed }: PushDrawerProps) {
  const t = useT()
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const { list, stores, chosen, chosenStores, choose } = usePushStores()
  const settings = useCall(productSettingsCalls.getProductSettings, {}, { quiet: true }).data
  const [products, setProducts] = useState(asked)
  const [change, setChange] = useState<Partial<PushOptions>>({})
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const table = useRef<HTMLDivElement>(null)

  const store_ids = chosenStores.map(({ id }) => id)
  const check = usePushCheck(
    products.map(({ product_id }) => product_id),
    store_ids,
  )
  const outcomes = new Map(
    products.map(({ product_id }) => [product_id, outcomeOf(check.checks.get(product_id) ?? [], chosenStores.length)]),
  )
  const isBlocked = ({ product_id }: PushProduct) => outcomes.get(product_id) === 'blocked'
  const counts = countOutcomes([...outcomes.values()])
  const pushable = products.filter((product) => !isBlocked(product))
  const quota = useListingQuota()
  const makesNew = [...check.checks.values()].flat().some(({ will }) => will === 'create')
  const outOfQuota = quota?.isOut === true && (makesNew || check.checks.size === 0)
  const options: PushOptions = { ...DEFAULT_OPTIONS, ...publishDefaults(settings?.product_listings), ...change }
  const { push, pushAll, pending } = usePush()

  const start = async () => {
    const pushed = everything
      ? await pushAll(store_ids, options)
      : await push(
          pushable.map(({ product_id }) => product_id),
          store_ids,
          options,
        )
    if (!pushed) return
    onPushed?.()
    const left = products.filter((product) => product.product_id in pushed.failed || isBlocked(product))
    if (everything || left.length === 0) return onClose()
    setRefused(pushed.failed)
    setProducts(left)
  }
  // §2: on a phone the last one stays; an empty sheet has nothing to say.
  const mayRemove = !everything && !(mobile && products.length === 1)
  const remove = (product_id: string) => setProducts(products.filter((product) => product.product_id !== product_id))
  const total = everything ?? pushable.length
  const toFix = () => table.current?.querySelector('[data-severity="block"]')?.scrollIntoView({ block: 'center' })
  const noStore = list.data !== undefined && stores.length === 0
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('push.title', { count: everything ?? products.length })}
      description={
        chosenStores.length > 0 ? t('push.to', { names: chosenStores.map(({ name }) => name).join(', ') }) : ''
      }
      {...(noStore
        ? {}
        : {
            primary: {
              label: t('push.push_count', { count: total }),
              onClick: () => void start(),
              loading: pending,
              disabled: total === 0 || store_ids.length === 0 || outOfQuota,
            },
          })}
      {...(counts.blocked > 0
        ? { secondary: { label: t('push.fix_blocked', { count: counts.blocked }), onClick: toFix } }
        : {})}
    >
      {list.isPending ? <RowsSkeleton rows={4} /> : null}
      {list.isError ? <ReadFailed reading={list} title="account.stores_failed" /> : null}
      {noStore ? <NoStores /> : null}
      {stores.length > 0 ? (
        <div className={classes.body}>
          <div className={classes.main} ref={table}>
            <PushChecks check={check} counts={counts} outOfQuota={outOfQuota}>
              {everything && everything > products.length ? t('push.rest', { shown: products.length }) : null}
            </PushChecks>
            {products.length === 0 ? (
              <EmptyState compact title={t('push.nothing_left')} text={t('push.nothing_left_text')} />
            ) : (
              <PushTable
                products={products}
                checks={check.checks}
                stores={chosenStores}
                split={settings?.auto_split_variant_options ?? DEFAULT_SPLIT}
                refused={refused}
                onRemove={mayRemove ? remove : undefined}
              />
            )}
            <p className={classes.note}>{t('push.in_background')}</p>
          </div>
          <PushSummary
            product_ids={products.map(({ product_id }) => product_id)}
            stores={stores}
            chosen={chosen}
            onChoose={choose}
            options={options}
            onOptions={(next) => setChange({ ...change, ...next })}
          />
        </div>
      ) : null}
    </SidePanel>
  )
}

interface PushChecksProps {
  check: ReturnType<typeof usePushCheck>
  counts: ReturnType<typeof countOutcomes>
  outOfQuota: boolean
  /** What is true of more than the products that were checked. */
  children: ReactNode
}

/** How many of the products can be pushed, and what stands in the way of the others. */
function PushChecks({ check, counts, outOfQuota, children }: PushChecksProps) {
  const t = useT()
  const format = useFormat()
  return (
    <section className={classes.box} aria-label={t('push.check_title')}>
      <div className={classes.summary}>
        <h3 className={classes.boxTitle}>{t('push.check_title')}</h3>
        <output className={classes.counts}>
          <StatusDot tone="green">{t('push.count_ready', { number: format.number(counts.ready) })}</StatusDot>
          <StatusDot tone="amber">{t('push.count_review', { number: format.number(counts.review) })}</StatusDot>
          <StatusDot tone="red">{t('push.count_blocked', { number: format.number(counts.blocked) })}</StatusDot>
        </output>
      </div>
      {counts.blocked > 0 ? <p className={classes.note}>{t('push.blocked_text')}</p> : null}
      {children ? <p className={classes.note}>{children}</p> : null}
      {outOfQuota ? (
        <p className={classes.problem} data-severity="block" role="alert">
          {t('push.out_of_quota')}
        </p>
      ) : null}
      {check.failed === null ? null : (
        <p className={classes.problem} data-severity="warn" role="alert">
          {check.failed || t('push.check_failed')}{' '}
          <button type="button" className={classes.link} disabled={check.busy} onClick={check.retry}>
            {t('actions.retry')}
          </button>
        </p>
      )}
    </section>
  )
}

function NoStores() {
  const t = useT()
  return (
    <EmptyState
      title={t('account.no_stores')}
      text={t('account.no_stores_text')}
      action={
        <Button component={AppLink} href="/app/channel">
          {t('attention.connect_store_do')}
        </Button>
      }
    />
  )
}

/** What the seller's own settings say; the drawer changes it for this push alone. */
const publishDefaults = (saved: PushOptions | undefined): Partial<PushOptions> =>
  saved ? { is_publish: saved.is_publish, allow_sell_out_of_stock: saved.allow_sell_out_of_stock } : {}
