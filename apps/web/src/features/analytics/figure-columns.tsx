import type { Column, Columns } from '@omni/ui/data-table-column.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { Money } from '@omni/ui/money.tsx'
import { type ShowMoney, useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { intlLocale, type Translate, useLanguage, useT } from '../../platform/i18n.ts'
import { ProfitAmount } from '../../product-cards/profit-amount.tsx'
import { FIGURE_TEXTS, type Figures } from './analytics-texts.ts'

type Amounts = Omit<Figures, 'orders' | 'unsure' | 'unknown'>
const MONEY = [
  'revenue',
  'cost',
  'fees',
  'refunds',
  'recovered',
  'tax',
  'estimated',
  'unknown_profit',
  'profit',
] as const
const LESS_ASKED_FOR: readonly string[] = ['recovered', 'tax', 'estimated', 'unknown_profit']
/** Nothing of it has a profit: a 0 would be taken for one. */
export const isUnknown = ({ revenue, unknown_revenue, unknown_profit }: Amounts) =>
  unknown_profit !== 0 && unknown_revenue === revenue

/** What drawing a figure takes. */
export interface ShowFigures {
  t: Translate
  money: ShowMoney
  format: Format
  locale: string
  currency: string
}

export function useShowFigures(currency: string): ShowFigures {
  return { t: useT(), money: useMoney(), format: useFormat(), locale: intlLocale(useLanguage()), currency }
}

/** The figures of a row, in one order everywhere. In a file amounts are digits, and their currency has its column. */
export function figureColumns<R extends Amounts>({ t, money, format, currency }: ShowFigures): Columns<R> {
  return {
    ...Object.fromEntries(
      MONEY.map((name): [string, Column<R>] => [
        name,
        {
          title: t(FIGURE_TEXTS[name]),
          align: 'end',
          width: 110,
          sortable: !LESS_ASKED_FOR.includes(name),
          startsHidden: LESS_ASKED_FOR.includes(name),
          csv: (row) => (name === 'profit' && isUnknown(row) ? '' : toDecimal(row[name], currency)),
          cell: (row) =>
            name === 'profit' ? (
              <RowProfit row={row} currency={currency} />
            ) : (
              <Money text={money(row[name], currency).text} />
            ),
        },
      ]),
    ),
    margin: {
      title: t('analytics.margin'),
      align: 'end',
      width: 90,
      csv: ({ margin }) => (margin === null ? '' : String(margin)),
      cell: ({ margin }) => (margin === null ? '–' : format.percent(margin)),
    },
    currency: {
      title: t('analytics.currency'),
      startsHidden: true,
      width: 80,
      csv: () => currency,
      cell: () => currency,
    },
  }
}

/** Of a row whose orders have none: what they would earn at most. */
export function RowProfit({ row, currency }: { row: Amounts; currency: string }) {
  const state = isUnknown(row) ? 'unknown' : row.estimated === 0 ? 'known' : 'estimated'
  const amount = state === 'unknown' ? row.unknown_profit : row.profit
  return <ProfitAmount profit={{ state, amount, currency }} />
}
