/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls sideways, also for those who use keys. */
import { formatMinor } from '@omni/domain/format-money.ts'
import { priceBy } from '@omni/domain/pricing/price-rule.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { ProfitText } from '../../product-cards/profit-amount.tsx'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { useCosting, useCountry } from './costing.ts'
import classes from './editor.module.css'
import { variantName } from './field-names.ts'
import type { Costing } from './make-costing.ts'
import { Section } from './section.tsx'
import { useEditorState } from './use-editor.ts'
import { useSummary } from './use-summary.ts'

/** The weakest come first: they are the decision. All of them are in the sheet above. */
const SHOWN = 12

/** What is not known comes after every margin. */
const MAX_MARGIN = 1000

/** Where the money of a sale goes, per variant, for one country. */
export function PricingSection() {
  const t = useT()
  const { country, setCountry } = useCountry()
  const costing = useCosting()
  return (
    <Section
      name="pricing"
      description={t('editor.pricing_text')}
      actions={<ShipToPicker compact value={country} onChange={setCountry} label={t('editor.ship_to')} />}
      flush
    >
      <div className={classes.stack}>
        <FloorWarning costing={costing} />
        <Breakdown costing={costing} />
        <Words costing={costing} />
      </div>
    </Section>
  )
}

function FloorWarning({ costing }: { costing: Costing }) {
  const t = useT()
  const { low } = useSummary(costing)
  if (low === 0) return null
  return (
    <output className={`${classes.warn} ${classes.apart}`}>
      <IconAlertTriangle size={16} stroke={ICON_STROKE} aria-hidden="true" />
      {t('editor.below_floor', { count: low })} <FloorWords costing={costing} />
    </output>
  )
}

function FloorWords({ costing: { rule } }: { costing: Costing }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { min_margin, min_profit } = rule.floor
  const parts = [
    ...(min_margin === null ? [] : [t('editor.floor_margin', { margin: min_margin })]),
    ...(min_profit === null
      ? []
      : [t('editor.floor_profit', { profit: formatMinor(min_profit, rule.currency, locale) })]),
  ]
  return <>{parts.join(' ')}</>
}

function Breakdown({ costing }: { costing: Costing }) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const variants = useDeferredValue(useEditorState(({ view }) => view.variants))
  const rows = variants
    .filter(({ enabled }) => enabled)
    .map((variant) => ({ variant, figures: costing.figuresOf(variant) }))
    .sort((a, b) => (a.figures?.margin ?? MAX_MARGIN) - (b.figures?.margin ?? MAX_MARGIN))
  const money = (amount: number | null | undefined) => formatMinor(amount, costing.currency, locale)
  const { currency } = costing
  const show = { t, money: (amount: number) => ({ text: money(amount) }) }
  const hidden = rows.length - SHOWN
  return (
    <section className={classes.scroll} tabIndex={0} aria-label={t('editor.breakdown')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('editor.variant')}</th>
            {(
              [
                'editor.price',
                'editor.compare_at',
                'editor.cost',
                'editor.shipping',
                'editor.channel_fee',
                'editor.payment_fee',
                'editor.tax',
                'editor.duty',
                'editor.profit',
                'editor.margin',
              ] as const
            ).map((key) => (
              <th key={key} scope="col" className={classes.number}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ variant, figures }) => (
            <tr key={variant.variant_id}>
              <td className={classes.wide} dir="auto">
                {variantName(variant, t)}
              </td>
              {[
                variant.price,
                variant.compare_at_price,
                figures?.cost,
                figures?.shipping,
                figures?.channel_fee,
                figures?.payment_fee,
                figures?.tax,
                figures?.duty,
              ].map((amount, at) => (
                <td key={at} className={classes.number}>
                  <Money text={money(amount)} />
                </td>
              ))}
              <td className={classes.number}>
                <ProfitText profit={figures && { ...figures, amount: figures.profit, currency }} show={show} />
              </td>
              <td className={classes.number}>
                {figures?.margin != null ? (
                  <span title={figures.low ? t('editor.low') : undefined}>
                    {format.number(figures.margin)} %{figures.low ? ' ⚠' : ''}
                  </span>
                ) : (
                  '--'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 ? (
        <p className={`${classes.note} ${classes.inset}`}>{t('editor.more_in_sheet', { count: hidden })}</p>
      ) : null}
    </section>
  )
}

/** The formula as a sentence, with this seller's own numbers, and what his rule would make of the first variant. */
function Words({ costing }: { costing: Costing }) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const { rule, currency, rates } = costing
  const first = useEditorState(({ view }) => view.variants.find(({ enabled }) => enabled))
  const cost = first ? costing.costOf(first.variant_id) : null
  const priced =
    first && cost !== null
      ? priceBy(rule, { cost, shipping: costing.shippingOf(first.variant_id) }, currency, rates)
      : null
  const percent = (value: number) => `${format.number(value)} %`
  return (
    <div className={`${classes.stack} ${classes.inset}`}>
      <p className={classes.formula}>
        {t('editor.profit_formula', {
          channel: percent(rule.channel_fee_percent),
          payment: percent(rule.payment_fee_percent),
          fixed: formatMinor(rule.payment_fee_fixed, rule.currency, locale),
          tax: percent(rule.tax_percent),
          duty: percent(rule.duty_percent),
        })}
      </p>
      <p className={classes.note}>
        {priced?.ok && first
          ? t('editor.rule_says', {
              variant: variantName(first, t),
              price: formatMinor(priced.value.price, currency, locale),
            })
          : t('editor.rule_silent')}{' '}
        <AppLink href="/app/setting/selling-price" className={classes.link}>
          {t('editor.edit_rule')}
        </AppLink>
      </p>
    </div>
  )
}
