import { Money } from '@omni/ui/money.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { marginOf, profitOf, type ShowcaseProduct } from './showcase.ts'
import { usd } from './usd.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './product-card.module.css'

/** Decoration: the title beside it says what it is. */
export function ProductPicture({ name, sizes }: { name: string; sizes: string }) {
  return (
    <img
      className={classes.picture}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
      sizes={sizes}
      src={`/pictures/${name}-320.webp`}
      srcSet={`/pictures/${name}-320.webp 320w, /pictures/${name}-640.webp 640w`}
    />
  )
}

/** The card of look 02-find: cost and profit where the decision is taken. `brief` leaves out the last line. */
export function ProductCard({ product, brief = false }: { product: ShowcaseProduct; brief?: boolean }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { name, title, supplier, price, cost, shipping, days } = product
  const money = (amount: number) => usd(amount, locale)
  const { percent } = useFormat()
  const margin = percent(marginOf(product))
  return (
    <article className={classes.card}>
      <div className={classes.frame}>
        <ProductPicture name={name} sizes={brief ? '200px' : '(max-width: 600px) 50vw, 204px'} />
        <span className={classes.badge}>
          <VendorBadge vendor={supplier} label={VENDOR_NAMES[supplier]} />
        </span>
      </div>
      <div className={classes.body}>
        <h3 className={classes.title}>{t(title)}</h3>
        <p className={classes.figures}>
          <span className={classes.cost}>
            <Money text={money(brief ? price : cost)} />
          </span>
          <span className={classes.profit}>
            <Money tone="gain" text={`+${money(profitOf(product))}`} />
            {brief ? null : (
              <>
                {' '}
                · <bdi dir="ltr">{margin}</bdi>
              </>
            )}
          </span>
        </p>
        {brief ? null : (
          <p className={classes.details}>
            <span>
              {shipping === 0 ? t('showcase.free_shipping') : t('showcase.shipping', { amount: money(shipping) })}
            </span>
            <span>{t('showcase.days', { min: days[0], max: days[1] })}</span>
          </p>
        )}
      </div>
    </article>
  )
}
