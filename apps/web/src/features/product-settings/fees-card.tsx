import type { SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import { Card } from '@omni/ui/card.tsx'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { readNumber } from '../../platform/read-amount.ts'
import { AmountField } from '../../platform/amount-field.tsx'
import { NumberField } from './number-field.tsx'
import classes from './product-settings.module.css'

const MOST_MARGIN = 99

/** What a sale costs besides the product, and the floor under it. */
export function FeesCard({
  rule,
  onChange,
}: {
  rule: SellingPrice
  onChange: (change: Partial<SellingPrice>) => void
}) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const percent = (text: string) => Math.min(100, Math.max(0, Number(readNumber(text, locale)) || 0))
  const { floor } = rule
  return (
    <>
      <Card title={t('selling_price.fees')} description={t('selling_price.fees_text')}>
        <div className={classes.fields}>
          <div>
            <span className={classes.name}>{t('selling_price.ship_to')}</span>
            <ShipToPicker
              value={rule.ship_to}
              label={t('selling_price.ship_to')}
              onChange={(ship_to) => onChange({ ship_to })}
            />
          </div>
          <NumberField
            label={t('selling_price.channel_fee')}
            suffix="%"
            value={rule.channel_fee_percent}
            clean={percent}
            onChange={(channel_fee_percent) => onChange({ channel_fee_percent })}
          />
          <NumberField
            label={t('selling_price.payment_fee')}
            suffix="%"
            value={rule.payment_fee_percent}
            clean={percent}
            onChange={(payment_fee_percent) => onChange({ payment_fee_percent })}
          />
          <AmountField
            label={t('selling_price.payment_fee_fixed')}
            value={rule.payment_fee_fixed}
            currency={rule.currency}
            onChange={(value) => onChange({ payment_fee_fixed: value ?? 0 })}
          />
          <NumberField
            label={t('selling_price.tax')}
            description={t('selling_price.tax_text')}
            suffix="%"
            value={rule.tax_percent}
            clean={percent}
            onChange={(tax_percent) => onChange({ tax_percent })}
          />
          <NumberField
            label={t('selling_price.duty')}
            description={t('selling_price.duty_text')}
            suffix="%"
            value={rule.duty_percent}
            clean={percent}
            onChange={(duty_percent) => onChange({ duty_percent })}
          />
        </div>
      </Card>
      <Card title={t('selling_price.floor')} description={t('selling_price.floor_text')}>
        <div className={classes.fields}>
          <AmountField
            optional
            label={t('selling_price.min_profit')}
            description={t('selling_price.empty_is_none')}
            value={floor.min_profit}
            currency={rule.currency}
            onChange={(min_profit) => onChange({ floor: { ...floor, min_profit } })}
          />
          <NumberField
            label={t('selling_price.min_margin')}
            description={t('selling_price.zero_is_none')}
            suffix="%"
            value={floor.min_margin ?? 0}
            clean={(text) => Math.min(MOST_MARGIN, Math.round(percent(text)))}
            onChange={(value) => onChange({ floor: { ...floor, min_margin: value === 0 ? null : value } })}
          />
        </div>
      </Card>
    </>
  )
}
