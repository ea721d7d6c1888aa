import { CloseButton, Loader, VisuallyHidden } from '@mantine/core'
import { splitCount, type SplitSettings } from '@omni/domain/import-list/split.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { PieceProfitText } from '../../product-cards/profit-amount.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { type Check, fixHref, type Outcome, outcomeOf, type PushProduct, SPLIT_OVER } from './push-check.ts'
import type { ChosenStore } from './push-summary.tsx'
import classes from './push.module.css'

const OUTCOMES: Record<Outcome, { tone: Tone; text: TextKey }> = {
  checking: { tone: 'grey', text: 'push.checking' },
  ready: { tone: 'green', text: 'push.ready' },
  review: { tone: 'amber', text: 'push.review' },
  blocked: { tone: 'red', text: 'push.blocked' },
}
const WILL: Record<Check['will'], TextKey> = {
  create: 'push.will_create',
  update: 'push.will_update',
  nothing: 'push.will_nothing',
}

interface PushTableProps {
  products: readonly PushProduct[]
  checks: ReadonlyMap<string, readonly Check[]>
  stores: readonly ChosenStore[]
  split: SplitSettings
  /** Why the server left a product out of the last push. */
  refused: Readonly<Record<string, string>>
  /** undefined: nothing may be taken out. */
  onRemove: ((product_id: string) => void) | undefined
}

export function PushTable({ products, checks, stores, split, refused, onRemove }: PushTableProps) {
  const show = useCardShow()
  const { t } = show
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('product_center.product')}</th>
          <th scope="col" data-align="end">
            {t('product_center.variants')}
          </th>
          <th scope="col" data-align="end">
            {t('product_center.cost')}
          </th>
          <th scope="col">{t('push.check')}</th>
          <th scope="col">
            <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => {
          const { product_id, title, image, source, enabled_variants, cost_min, cost_max } = product
          const of = (checks.get(product_id) ?? []).filter(({ store_id }) => stores.some(({ id }) => id === store_id))
          const cost = show.money(cost_min)
          return (
            <tr key={product_id}>
              <td>
                <div className={classes.product}>
                  <LazyImage src={image} alt="" size={40} />
                  <span className={classes.words}>
                    <span className={classes.name} dir="auto" title={title}>
                      {title}
                    </span>
                    <span className={classes.meta}>
                      <VendorBadge vendor={source} label="" size={14} />
                      {VENDOR_NAMES[source]}
                    </span>
                  </span>
                </div>
              </td>
              <td data-align="end" data-label={t('product_center.variants')}>
                {show.format.number(enabled_variants)}
              </td>
              <td data-align="end" data-label={t('product_center.cost')}>
                <Money text={cost_max > cost_min ? `${cost.text}+` : cost.text} original={cost.original} />
              </td>
              <td>
                <CheckCell product={product} checks={of} stores={stores} refusal={refused[product_id]} />
                {enabled_variants > SPLIT_OVER ? (
                  <p className={classes.problem} data-severity="warn">
                    {split.enabled
                      ? t('push.splits', { parts: splitCount(enabled_variants, split) })
                      : t('push.many_variants', { most: SPLIT_OVER })}{' '}
                    <AppLink href="/app/setting/product">{t('push.split_settings')}</AppLink>
                  </p>
                ) : null}
              </td>
              <td data-align="end">
                <CloseButton
                  size={28}
                  aria-label={t('push.remove', { name: title })}
                  disabled={onRemove === undefined}
                  onClick={() => onRemove?.(product_id)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface CheckCellProps {
  product: PushProduct
  checks: readonly Check[]
  stores: readonly ChosenStore[]
  refusal: string | undefined
}

/** The outcome, then per store what happens there, what it earns, and what stands in the way with its repair. */
function CheckCell({ product: { product_id }, checks, stores, refusal }: CheckCellProps) {
  const show = useCardShow()
  const { t } = show
  if (stores.length === 0) return <StatusDot tone="grey">{t('push.choose_store')}</StatusDot>
  const outcome = outcomeOf(checks, stores.length)
  const { tone, text } = OUTCOMES[outcome]
  return (
    <div className={classes.checks}>
      {refusal ? (
        <p className={classes.problem} data-severity="block" role="alert">
          {refusal}
        </p>
      ) : null}
      {outcome === 'checking' ? (
        <span className={classes.checking}>
          <Loader size={14} aria-hidden="true" />
          {t(text)}
        </span>
      ) : (
        <StatusDot tone={tone}>{t(text)}</StatusDot>
      )}
      {checks.map((check) => {
        const store = stores.find(({ id }) => id === check.store_id)
        if (!store) return null
        const price = show.money(check.price_min, check.currency)
        return (
          <div key={check.store_id} className={classes.inStore}>
            <p className={classes.storeLine}>
              <span className={classes.together}>
                <VendorBadge vendor={store.platform} label={VENDOR_NAMES[store.platform]} size={14} />
                {stores.length > 1 ? (
                  <span className={classes.storeName} dir="auto" title={store.name}>
                    {store.name}
                  </span>
                ) : null}
                {t(WILL[check.will])}
              </span>
              <span className={classes.together}>
                <Money
                  text={check.price_max > check.price_min ? `${price.text}+` : price.text}
                  original={price.original}
                />
                <span aria-hidden="true">·</span>
                {check.profit ? t('product_center.profit') : t('push.profit_unknown')}
                {check.profit ? <PieceProfitText profit={check.profit} show={show} ship_to={check.ship_to} /> : null}
                {check.profit && check.fees ? (
                  <span className={classes.note}>
                    {t('push.after_fees', { fees: show.money(check.fees, check.currency).text })}
                  </span>
                ) : null}
              </span>
            </p>
            {check.problems.map(({ severity, field, message }) => (
              <p key={`${field} ${message}`} className={classes.problem} data-severity={severity}>
                {message} <AppLink href={fixHref(product_id, field)}>{t('push.fix')}</AppLink>
              </p>
            ))}
          </div>
        )
      })}
    </div>
  )
}
