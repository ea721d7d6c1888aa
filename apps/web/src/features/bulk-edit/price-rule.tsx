import { Anchor } from '@mantine/core'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Selection } from '@omni/contracts/products.fields.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { CurrencyRule, PriceRange } from '@omni/domain/pricing/price-rule.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { type Translate, useT } from '../../platform/i18n.ts'
import { hasPath } from '../../platform/navigation.ts'
import { useCall } from '../../platform/query.ts'
import classes from './dialog.module.css'
import { DiffDialog } from './diff-dialog.tsx'
import { useBulkPreview } from './use-bulk-preview.ts'

const SETTINGS = '/app/setting/selling-price'

interface PriceRuleProps {
  selection: Selection
  count: number
  onClose: () => void
  onDone: () => void
}

function rangeText({ from, to, kind, value, formula }: PriceRange, currency: string, t: Translate): string {
  const costs =
    to === null
      ? t('bulk.cost_from', { from: toDecimal(from, 'USD') })
      : t('bulk.cost_between', { from: toDecimal(from, 'USD'), to: toDecimal(to, 'USD') })
  const price =
    kind === 'multiplier' ? `× ${value}` : kind === 'fixed' ? `+ ${toDecimal(value, currency)} ${currency}` : formula
  return `${costs}: ${price}`
}

/** Prices by the saved selling-price rule, previewed; the rule itself is changed in the settings. */
export function PriceRule({ selection, count, onClose, onDone }: PriceRuleProps) {
  const t = useT()
  const settings = useCall(productSettingsCalls.getSellingPrice, {}, { quiet: true }).data
  const state = useBulkPreview(bulkEditCalls.setupSellingPrice, { selection }, onDone)
  const rule: CurrencyRule | undefined = settings?.rules[settings.currency]
  return (
    <DiffDialog
      title={t('bulk.prices_title', { count })}
      hint=""
      onClose={onClose}
      onRun={() => void state.run()}
      {...state}
      rule={
        <>
          <p className={classes.text}>
            {t('bulk.prices_text')}{' '}
            {hasPath(SETTINGS) ? (
              <Anchor component={AppLink} href={SETTINGS} size="sm">
                {t('bulk.change_rule')}
              </Anchor>
            ) : null}
          </p>
          {settings && rule ? (
            <div className={classes.partNames}>
              {rule.ranges.map((range) => (
                <bdi key={range.from} className={classes.partName}>
                  {rangeText(range, settings.currency, t)}
                </bdi>
              ))}
            </div>
          ) : null}
        </>
      }
    />
  )
}
