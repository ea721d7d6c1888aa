import { formatMinor } from '@omni/domain/format-money.ts'
import { isBelowFloor, pieceProfit } from '@omni/domain/analytics/piece-profit.ts'
import type { Rates } from '@omni/domain/money.ts'
import { priceBy, type SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import { Card } from '@omni/ui/card.tsx'
import { Money } from '@omni/ui/money.tsx'
import { useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { AmountField } from '../../platform/amount-field.tsx'
import classes from './product-settings.module.css'

const COSTS = [2_00, 4_99, 12_50, 30_00, 80_00, 150_00]

/** What the rule makes of real costs, while it is being written. */
export function PriceExamples({ rule, currency, rates }: { rule: SellingPrice; currency: string; rates: Rates }) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const [shipping, setShipping] = useState(3_00)
  const money = (amount: number | null | undefined) => formatMinor(amount, currency, locale)
  return (
    <Card title={t('selling_price.examples')} description={t('selling_price.examples_text')}>
      <div className={classes.stack}>
        <div className={classes.fields}>
          <AmountField
            label={t('selling_price.example_shipping')}
            value={shipping}
            currency="USD"
            onChange={(value) => setShipping(value ?? 0)}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
        <section className={classes.scroll} tabIndex={0} aria-label={t('selling_price.examples')}>
          <table className={classes.table} aria-live="polite">
            <thead>
              <tr>
                {(
                  [
                    'selling_price.cost',
                    'selling_price.price',
                    'selling_price.compare_at',
                    'selling_price.profit',
                    'selling_price.margin',
                  ] as const
                ).map((key) => (
                  <th
                    key={key}
                    scope="col"
                    className={`${classes.number} ${key === 'selling_price.compare_at' ? classes.wide : ''}`}
                  >
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {COSTS.map((cost) => {
                const priced = priceBy(rule, { cost, shipping }, currency, rates)
                const piece = priced.ok ? { price: priced.value.price, cost, shipping, currency, rates } : null
                const left = piece && pieceProfit(piece, { rule })
                const profit = left?.ok ? left.value : null
                const low = piece !== null && isBelowFloor(piece, { rule }, rule.floor)
                return (
                  <tr key={cost}>
                    <td className={classes.number}>
                      <Money text={formatMinor(cost, 'USD', locale)} />
                    </td>
                    {priced.ok ? (
                      <td className={classes.number}>
                        <Money text={money(priced.value.price)} />
                      </td>
                    ) : (
                      <td className={classes.problem} colSpan={4}>
                        {t(CANNOT[priced.reason])}
                      </td>
                    )}
                    {priced.ok ? (
                      <>
                        <td className={`${classes.number} ${classes.wide}`}>
                          <Money text={money(priced.value.compare_at_price)} />
                        </td>
                        <td className={classes.number}>
                          <Money
                            text={money(profit?.profit)}
                            tone={!profit ? 'plain' : profit.profit < 0 ? 'loss' : 'gain'}
                          />
                        </td>
                        <td className={classes.number}>
                          <span className={low ? classes.low : undefined}>
                            {profit?.margin != null ? `${format.number(profit.margin)} %` : '--'}
                            {low ? ` · ${t('selling_price.below_floor')}` : ''}
                          </span>
                        </td>
                      </>
                    ) : null}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      </div>
    </Card>
  )
}

const CANNOT = {
  no_rule_for_cost: 'selling_price.no_rule_for_cost',
  rate_unknown: 'selling_price.rate_unknown',
  formula_invalid: 'selling_price.formula_invalid',
  price_not_positive: 'selling_price.price_not_positive',
  amount_too_large: 'selling_price.amount_too_large',
} as const
