import type { Column, Columns } from '@omni/ui/data-table-column.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { Money } from '@omni/ui/money.tsx'
import { type ShowMoney, useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { intlLocale, type Translate, useLanguage, useT } from '../../platform/i18n.ts'
import { FIGURE_TEXTS, type Figures } from './analytics-texts.ts'

type Amounts = Omit<Figures, 'orders'>
const MONEY = ['revenue', 'cost', 'fees', 'refunds', 'recovered', 'tax', 'estimated', 'profit'] as const
const LESS_ASKED_FOR: readonly string[] = ['recovered', 'tax', 'estimated']

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
          csv: (row) => toDecimal(row[name], currency),
          cell: (row) => (
            <Money text={money(row[name], currency).text} tone={name === 'profit' ? toneOf(row.profit) : 'plain'} />
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

export const toneOf = (profit: number) => (profit > 0 ? 'gain' : profit < 0 ? 'loss' : 'plain')
