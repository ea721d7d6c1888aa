import { Money } from '@omni/ui/money.tsx'
import { useId, useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { ProductPicture } from './product-card.tsx'
import { Section } from './section.tsx'
import { feesOf, marginOf, profitOf, SHOWCASE } from './showcase.ts'
import { usd } from './usd.ts'
import classes from './profit-section.module.css'

const EXAMPLE = SHOWCASE.find(({ name }) => name === 'backpack')
/** Minor USD; wide enough to reach a loss. */
const LOWEST = 1490
const HIGHEST = 7990
const STEP = 100

/** "True profit" to try out: the sum behind every card, with the reader's own price. */
export function ProfitSection() {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { percent } = useFormat()
  const id = useId()
  const [price, setPrice] = useState(EXAMPLE?.price ?? HIGHEST)
  if (!EXAMPLE) return null
  const product = { ...EXAMPLE, price }
  const profit = profitOf(product)
  const money = (amount: number) => usd(amount, locale)
  const parts: readonly { key: 'cost' | 'shipping' | 'fees'; text: TextKey; amount: number }[] = [
    { key: 'cost', text: 'landing.profit_cost', amount: product.cost },
    { key: 'shipping', text: 'landing.profit_shipping', amount: product.shipping },
    { key: 'fees', text: 'landing.profit_fees', amount: feesOf(price) },
  ]
  const margin = percent(marginOf(product))
  return (
    <Section title={t('landing.profit_title')} text={t('landing.profit_text')}>
      <div className={classes.box}>
        <div className={classes.picture}>
          <ProductPicture name={EXAMPLE.name} sizes="(max-width: 767px) 90vw, 300px" />
        </div>
        <div className={classes.sum}>
          <h3 className={classes.title}>{t(EXAMPLE.title)}</h3>
          <div className={classes.price}>
            <label htmlFor={id}>{t('landing.profit_price')}</label>
            <strong>
              <Money text={money(price)} />
            </strong>
          </div>
          <input
            id={id}
            className={classes.range}
            type="range"
            min={LOWEST}
            max={HIGHEST}
            step={STEP}
            value={price}
            aria-valuetext={money(price)}
            onChange={(event) => setPrice(Number(event.currentTarget.value))}
          />
          <div className={classes.bar} aria-hidden="true">
            {parts.map(({ key, amount }) => (
              <span key={key} data-part={key} style={{ flexGrow: amount }} />
            ))}
            {profit > 0 ? <span data-part="profit" style={{ flexGrow: profit }} /> : null}
          </div>
          <dl className={classes.lines}>
            {parts.map(({ key, text, amount }) => (
              <div key={key}>
                <dt>
                  <span className={classes.dot} data-part={key} />
                  {t(text)}
                </dt>
                <dd>
                  <Money text={`−${money(amount)}`} />
                </dd>
              </div>
            ))}
            <div className={classes.result} data-loss={profit < 0 || undefined}>
              <dt>
                <span className={classes.dot} data-part="profit" />
                {profit < 0 ? t('landing.profit_loss') : t('landing.profit_left')}
              </dt>
              <dd aria-live="polite">
                <Money tone={profit < 0 ? 'loss' : 'gain'} text={money(profit)} />{' '}
                <bdi dir="ltr" className={classes.margin}>
                  {margin}
                </bdi>
              </dd>
            </div>
          </dl>
        </div>
      </div>
    </Section>
  )
}
