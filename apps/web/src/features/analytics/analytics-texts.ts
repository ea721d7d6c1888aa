import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { BREAKDOWNS } from '@omni/contracts/analytics.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { PERIODS, type Period } from '@omni/domain/analytics/periods.ts'
import { countryName } from '@omni/domain/countries.ts'
import type { TextKey, Translate } from '../../platform/i18n.ts'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'

export type Analyses = Out<typeof analyticsCalls.getAnalyses>
export type Figures = Analyses['figures']
export type Breakdown = (typeof BREAKDOWNS)[number]

export const PERIOD_TEXTS: Record<Period, TextKey> = {
  1: 'analytics.days_1',
  7: 'analytics.days_7',
  30: 'analytics.days_30',
  60: 'analytics.days_60',
  90: 'analytics.days_90',
}

export const BREAKDOWN_TEXTS: Record<Breakdown, TextKey> = {
  day: 'analytics.by_day',
  product: 'analytics.by_product',
  store: 'analytics.by_store',
  supplier: 'analytics.by_supplier',
  country: 'analytics.by_country',
}

export const MONEY_FIGURES = ['profit', 'revenue', 'cost', 'fees', 'refunds'] as const
export type MoneyFigure = (typeof MONEY_FIGURES)[number]
export const FIGURE_TEXTS = {
  profit: 'analytics.profit',
  revenue: 'analytics.revenue',
  cost: 'analytics.cost',
  fees: 'analytics.fees',
  refunds: 'analytics.refunds',
  recovered: 'analytics.recovered',
  tax: 'analytics.tax',
  margin: 'analytics.margin',
  orders: 'analytics.orders',
  estimated: 'analytics.estimated',
  unknown_profit: 'analytics.unknown_profit',
} as const satisfies Record<string, TextKey>

/** More of it is worse. */
export const isBadWhenHigher = (figure: string): boolean => ['cost', 'fees', 'refunds'].includes(figure)

export const periodIn = (text: string | undefined): Period =>
  PERIODS.find((days) => String(days) === text) ?? (7 satisfies Period)

export const breakdownIn = (text: string | undefined): Breakdown => BREAKDOWNS.find((by) => by === text) ?? 'day'

interface Named {
  key: string
  title: string
}

/** What a row is called. */
export function rowName(t: Translate, locale: string, by: Breakdown, { key, title }: Named): string {
  if (by === 'country') return key === '' ? t('analytics.no_country') : countryName(key, locale)
  if (by === 'supplier') return key === '' ? t('analytics.no_supplier') : supplierName(key)
  if (by === 'store') return key === 'manual' ? t('analytics.by_hand') : title
  return title || t(key === '' ? 'analytics.no_product' : 'analytics.gone_product')
}

export const supplierName = (source: string): string => (isVendorName(source) ? VENDOR_NAMES[source] : source)
