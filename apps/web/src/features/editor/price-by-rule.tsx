import { formatMinor } from '@omni/domain/format-money.ts'
import { priceBy } from '@omni/domain/pricing/price-rule.ts'
import { cell, type Patch } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { useMemo } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { useCosting } from './costing.ts'
import classes from './editor.module.css'
import { variantName } from './field-names.ts'
import type { Costing } from './make-costing.ts'
import { useEditor, variantMap } from './use-editor.ts'

const SHOWN = 8

export interface RulePreview {
  patch: Patch
  changes: { variant: ProductVariant; price: number }[]
  unchanged: number
  failed: { variant: ProductVariant; reason: string }[]
}

function previewRule(
  variants: readonly ProductVariant[],
  { rule, currency, rates, costOf, shippingOf }: Costing,
): RulePreview {
  const preview: RulePreview = { patch: {}, changes: [], unchanged: 0, failed: [] }
  for (const variant of variants) {
    const cost = costOf(variant.variant_id)
    const priced =
      cost === null ? null : priceBy(rule, { cost, shipping: shippingOf(variant.variant_id) }, currency, rates)
    if (!priced?.ok) {
      preview.failed.push({ variant, reason: priced ? priced.reason : 'no_cost' })
      continue
    }
    const { price, compare_at_price } = priced.value
    if (price === variant.price && compare_at_price === variant.compare_at_price) {
      preview.unchanged += 1
      continue
    }
    preview.changes.push({ variant, price })
    preview.patch[cell(variant.variant_id, 'price')] = price
    preview.patch[cell(variant.variant_id, 'compare_at_price')] = compare_at_price
  }
  return preview
}

const REASONS: Record<string, TextKey> = {
  no_cost: 'editor.rule_no_cost',
  no_rule_for_cost: 'editor.rule_no_range',
  rate_unknown: 'editor.rule_no_rate',
  formula_invalid: 'editor.rule_bad_formula',
  price_not_positive: 'editor.rule_not_positive',
  amount_too_large: 'editor.rule_too_large',
}

/** The selling-price rule on some variants: old and new first, then one undoable step. */
export function PriceByRule({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { store } = useEditor()
  const costing = useCosting()
  const preview = useMemo(() => {
    const known = variantMap(store.get().view.variants)
    return previewRule(
      ids.flatMap((id) => known.get(id) ?? []),
      costing,
    )
  }, [ids, costing, store])
  const { changes, unchanged, failed, patch } = preview
  const money = (amount: number) => formatMinor(amount, costing.currency, locale)
  const run = () => {
    store.edit(patch)
    undoToast(t('editor.rule_applied', { count: changes.length }), store.undo)
    onClose()
  }
  const [firstFailed] = failed
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('editor.rule_title')}
      ready={changes.length > 0}
      confirm={t('editor.rule_apply', { count: changes.length })}
      onConfirm={run}
      text={
        <>
          {t('editor.rule_summary', { count: changes.length, unchanged, failed: failed.length })}{' '}
          <AppLink href="/app/setting/selling-price" className={classes.link}>
            {t('editor.edit_rule')}
          </AppLink>
        </>
      }
    >
      <ul className={classes.fieldlist}>
        {changes.slice(0, SHOWN).map(({ variant, price }) => (
          <li key={variant.variant_id}>
            <strong dir="auto">{variantName(variant, t)}</strong>: <del>{money(variant.price)}</del> →{' '}
            <ins>{money(price)}</ins>
          </li>
        ))}
        {changes.length > SHOWN ? <li>{t('editor.more_fields', { count: changes.length - SHOWN })}</li> : null}
        {firstFailed ? (
          <li className={classes.bad}>
            {variantName(firstFailed.variant, t)}: {t(REASONS[firstFailed.reason] ?? 'editor.rule_no_range')}
          </li>
        ) : null}
      </ul>
    </ConfirmDialog>
  )
}
