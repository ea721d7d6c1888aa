import { Select } from '@mantine/core'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import type { Columns } from '@omni/ui/data-table-column.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { AppLink } from '../../platform/app-link.tsx'
import { type ShowMoney, useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { type TextKey, type Translate, useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListScreen } from '../../platform/list-screen.tsx'
import { query, queryClient, useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { MOVEMENTS, type Movement } from './wallet-texts.ts'
import classes from './wallet.module.css'

const PAGE_SIZE = 50
const TYPES = {
  all: 'wallet.type_all',
  in: 'wallet.type_in',
  out: 'wallet.type_out',
  held: 'wallet.type_held',
} as const satisfies Record<string, TextKey>
type Type = keyof typeof TYPES
const TYPE_NAMES = Object.keys(TYPES) as Type[] // the keys of the object above
const PERIODS = {
  '14': 'wallet.days_14',
  '31': 'wallet.days_31',
  '92': 'wallet.days_92',
  '': 'wallet.days_all',
} as const
type Period = keyof typeof PERIODS
const PERIOD_NAMES: readonly Period[] = ['14', '31', '92', '']

/** Everything that moved, newest first. Filters are in the address. */
export function Transactions() {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const [url, setUrl] = useUrlState()
  const type = TYPE_NAMES.find((name) => name === url['type']) ?? 'all'
  const period = PERIOD_NAMES.find((name) => name === url['days']) ?? '31'
  const days = period === '' ? {} : { days: Number(period) }
  const filter = { type, ...days }
  const list = useList(walletCalls.listTransactionLogs, { ...filter, page_size: PAGE_SIZE }, { quiet: true })
  const counts = useCall(walletCalls.countTransactionLogs, days, { quiet: true }).data
  const columns = columnsFor(t, money, format)
  /** The whole list for the CSV, as the server exports it. */
  const allRows = async (): Promise<Movement[] | null> => {
    const input = { ...filter, format: 'json' as const }
    const file = await queryClient.fetchQuery(query(walletCalls.exportTransactionLogs, input)).catch(() => null)
    return file ? (JSON.parse(file.text) as { movements: Movement[] }).movements : null // as the server writes it
  }
  return (
    <ListScreen
      name={t('wallet.transactions')}
      storageKey="wallet"
      list={list}
      failed="wallet.list_failed"
      more="at_end"
      allRows={allRows}
      rowKey={({ txn_id }) => txn_id}
      columns={columns}
      card={cardWith(t, money, format)}
      toolbar={
        <>
          <ChipRow label={t('wallet.transactions')}>
            {TYPE_NAMES.map((name) => (
              <Chip
                key={name}
                active={type === name}
                onClick={() => setUrl({ type: name === 'all' ? undefined : name })}
              >
                {t(TYPES[name])} {counts ? format.number(counts[name]) : ''}
              </Chip>
            ))}
          </ChipRow>
          <Select
            className={classes.period ?? ''}
            aria-label={t('wallet.period')}
            allowDeselect={false}
            data={PERIOD_NAMES.map((value) => ({ value, label: t(PERIODS[value]) }))}
            value={period}
            onChange={(value) => setUrl({ days: value === '31' ? undefined : (value ?? undefined) })}
          />
        </>
      }
      nothingYet={<EmptyState drawing="box" title={t('wallet.empty')} text={t('wallet.empty_text')} />}
    />
  )
}

const shownAmount = ({ direction, amount, held }: Movement) => (direction === 'held' ? held : amount)
const toneOf = ({ direction, amount }: Movement) =>
  direction === 'in' && amount > 0 ? ('gain' as const) : ('plain' as const)
const signed = (movement: Movement, money: ShowMoney) => {
  const { text, original } = money(shownAmount(movement), WALLET_CURRENCY)
  return { text: movement.direction === 'in' ? `+${text}` : text, ...(original ? { original } : {}) }
}
const decimal = (amount: number | null) => (amount === null ? '' : toDecimal(amount, WALLET_CURRENCY))

function What({ movement, t }: { movement: Movement; t: Translate }) {
  const { order_id, order_number, kind } = movement
  return (
    <span className={classes.what}>
      {t(MOVEMENTS[kind].text)}
      {order_id && order_number ? (
        <AppLink href={`/app/orders?order=${order_id}`} className={classes.order}>
          {t('wallet.order', { number: order_number })}
        </AppLink>
      ) : null}
    </span>
  )
}

const fromOf = ({ bonus, direction, kind }: Movement, t: Translate, money: ShowMoney): string => {
  if (direction === 'in') return t(kind === 'bonus' ? 'wallet.to_bonus' : 'wallet.to_topup')
  return bonus > 0 ? t('wallet.bonus_first', { amount: money(bonus, WALLET_CURRENCY).text }) : t('wallet.balance_topup')
}

function columnsFor(t: Translate, money: ShowMoney, format: Format) {
  return {
    what: {
      title: t('wallet.what'),
      fixed: true,
      csv: ({ kind, order_number }) => [t(MOVEMENTS[kind].text), order_number].filter(Boolean).join(' '),
      cell: (row) => <What movement={row} t={t} />,
    },
    from: { title: t('wallet.from_or_to'), csv: (row) => fromOf(row, t, money), cell: (row) => fromOf(row, t, money) },
    status: {
      title: t('wallet.status'),
      csv: ({ kind }) => t(MOVEMENTS[kind].state),
      cell: ({ kind }) => <StatusDot tone={MOVEMENTS[kind].tone}>{t(MOVEMENTS[kind].state)}</StatusDot>,
    },
    amount: {
      title: t('wallet.amount'),
      align: 'end',
      fixed: true,
      csv: (row) => decimal(shownAmount(row)),
      cell: (row) => <Money {...signed(row, money)} tone={toneOf(row)} />,
    },
    balance: {
      title: t('wallet.balance'),
      align: 'end',
      csv: ({ balance }) => decimal(balance),
      cell: ({ balance }) => (balance === null ? '–' : <Money {...money(balance, WALLET_CURRENCY)} />),
    },
    when: {
      title: t('wallet.when'),
      align: 'end',
      csv: ({ happened_at }) => happened_at,
      cell: ({ happened_at }) => format.date(happened_at),
    },
  } satisfies Columns<Movement>
}

const cardWith = (t: Translate, money: ShowMoney, format: Format) => (row: Movement) => (
  <div className={classes.card}>
    <What movement={row} t={t} />
    <Money {...signed(row, money)} tone={toneOf(row)} />
    <StatusDot tone={MOVEMENTS[row.kind].tone}>{t(MOVEMENTS[row.kind].state)}</StatusDot>
    <span className={classes.note}>{format.date(row.happened_at)}</span>
  </div>
)
