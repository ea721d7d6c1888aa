import { type Account, ACCOUNT_KINDS } from '@omni/domain/ledger/accounts.ts'
import { bonusGranted, type Hold, notBought, placed, placingStarts, toppedUp } from '@omni/domain/ledger/placing.ts'
import { planPayment } from '@omni/domain/ledger/plan-payment.ts'
import type { Posting } from '@omni/domain/ledger/postings.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type Person, testServer } from '../testing/test-server.ts'
import { accountStatement, statementText } from './account-statement.ts'
import { createPool } from './db.ts'
import { balanceOf, dryRun, type LedgerTxn, post } from './ledger.ts'
import { isRefusal } from './refuse.ts'

const server = await testServer()
const USD = 'USD'
const dbOf = ({ workplace_id, user_id }: Person) => server.runtime.db({ workplace_id, user_id })

const txn = (postings: readonly Posting[], more: Partial<LedgerTxn> = {}): LedgerTxn => ({
  scope: 'test',
  key: randomUUID(),
  kind: 'test',
  postings,
  effective_at: new Date('2026-11-16T00:00:00Z'),
  ...more,
})
const holdOf = (topup: number, more: object = {}): Hold => ({
  by: 'wallet',
  supplier: 'zopi',
  currency: USD,
  bonus: 0,
  topup,
  card: 0,
  ...more,
})
const postAs = (person: Person, ...txns: LedgerTxn[]) => dbOf(person).tx((tx) => post(tx, txns))
const balance = ({ workplace_id, user_id }: Person, account: Account, currency = USD) =>
  server.runtime.db({ workplace_id, user_id }).read((tx) => balanceOf(tx, { workplace_id, account, currency }))
const rich = async (amount: number) => {
  const person = await server.person('Rich')
  await postAs(person, txn(toppedUp('sandbox', USD, amount)))
  return person
}

/** Every balance equals the sum of its postings, and each currency sums to zero over everything. */
async function checkBooks() {
  const { rows: wrong } = await server.behind.query(`
    with moved as (
      select workplace_id, debit as account, debit_kind as kind, currency, -amount as amount from ledger_postings
      union all select workplace_id, credit, credit_kind, currency, amount from ledger_postings),
    sellers as (
      select workplace_id, account, currency, sum(amount) as amount from moved
      join ledger_account_kinds using (kind) where owner = 'workplace' group by 1, 2, 3),
    ours as (
      select account, currency, sum(amount) as amount from moved
      join ledger_account_kinds using (kind) where owner = 'system' group by 1, 2),
    kept as (select account, currency, sum(amount) as amount from ledger_system_balances group by 1, 2)
    select account from sellers s full join ledger_balances b using (workplace_id, account, currency)
      where s.amount is distinct from b.amount
    union all select account from ours o full join kept k using (account, currency)
      where o.amount is distinct from k.amount`)
  expect(wrong).toEqual([])
  const { rows: sums } = await server.behind.query(`
    select currency, sum(amount)::int as sum from (
      select currency, amount from ledger_balances union all select currency, amount from ledger_system_balances) b
    group by currency having sum(amount) <> 0`)
  expect(sums).toEqual([])
}

test('the database knows the same accounts and bounds as the rules', async () => {
  const { rows } = await server.behind.query(`select kind, owner, party, floor, ceiling from ledger_account_kinds`)
  const known = rows.map(({ kind, ...row }) => [kind, JSON.parse(JSON.stringify(row), toNumber)])
  expect(Object.fromEntries(known)).toEqual(ACCOUNT_KINDS)
})
const toNumber = (key: string, value: unknown) =>
  (key === 'floor' || key === 'ceiling') && value !== null ? Number(value) : value

test('an order is held, taken and given back, and every posting can be read again', async () => {
  const me = await rich(1_000)
  await postAs(me, txn(bonusGranted(USD, 50)))
  const parts = planPayment('wallet', { bonus: 50, topup: 1_000 }, 300)
  const hold = holdOf(0, parts.ok ? parts.value : {})
  await postAs(me, txn(placingStarts(hold), { subject: 'so1', kind: 'hold' }))
  expect([await balance(me, 'hold_bonus'), await balance(me, 'hold_topup')]).toEqual([50, 250])
  await postAs(me, txn(placed(hold, 280), { subject: 'so1', kind: 'placed' }))
  expect([await balance(me, 'hold_topup'), await balance(me, 'wallet_topup')]).toEqual([0, 770])
  const second = holdOf(100)
  await postAs(me, txn(placingStarts(second)))
  await postAs(me, txn(notBought(second)))
  expect(await balance(me, 'wallet_topup')).toBe(770)
  const { rows } = await dbOf(me).read((tx) =>
    sql<{ kind: string; debit: string; amount: number }>`
      select kind, debit, amount from ledger_txns join ledger_postings using (workplace_id, txn_id)
      where subject = 'so1' order by recorded_at, line`.execute(tx),
  )
  expect(rows).toEqual([
    { kind: 'hold', debit: 'wallet_bonus', amount: 50 },
    { kind: 'hold', debit: 'wallet_topup', amount: 250 },
    { kind: 'placed', debit: 'hold_bonus', amount: 50 },
    { kind: 'placed', debit: 'hold_topup', amount: 230 },
    { kind: 'placed', debit: 'hold_topup', amount: 20 },
  ])
  await checkBooks()
})

test('a statement of any account at any moment: by when it happened, and as it was known', async () => {
  const me = await server.person()
  const on = (day: string, amount: number) =>
    postAs(me, txn(toppedUp('stated', USD, amount), { effective_at: new Date(`2026-${day}T00:00:00Z`) }))
  await on('11-10', 500)
  // The books count microseconds, a Date milliseconds.
  const pause = () => new Promise((done) => setTimeout(done, 5))
  await pause()
  const between = new Date()
  await pause()
  await on('11-05', 70)
  const state = async (at: Date, by: 'known' | 'effective') =>
    (await accountStatement(server.behind, { account: 'clearing.stated', at, by })).map((line) => [
      line.amount,
      line.balance,
    ])
  expect(await state(new Date('2026-11-07'), 'effective')).toEqual([[-70, -70]])
  expect(await state(new Date(), 'effective')).toEqual([
    [-70, -70],
    [-500, -570],
  ])
  // Told later of something that happened before: what was known then stays as it was.
  expect(await state(between, 'known')).toEqual([[-500, -500]])
  const lines = await accountStatement(server.behind, { account: 'clearing.stated', at: new Date(), by: 'known' })
  expect(statementText(lines, 'csv').split('\n')[2]).toMatch(/^2026-11-05T.*,USD,-0\.70,-5\.70$/)
  expect(JSON.parse(statementText(lines, 'json'))).toEqual(lines)
})

test('the same key and input posts once; another input is an error, and so is another workplace', async () => {
  const me = await rich(1_000)
  const hold = txn(placingStarts(holdOf(100)))
  const [first] = await postAs(me, hold)
  const [again] = await postAs(me, { ...hold, effective_at: new Date(), reason: 'told twice' })
  expect(first?.posted).toBe(true)
  expect(again).toEqual({ ...first, posted: false })
  await expect(postAs(me, { ...hold, postings: placingStarts(holdOf(101)) })).rejects.toThrow(/another input/)
  await expect(postAs(await rich(500), hold)).rejects.toThrow(/another input/)
  expect(await balance(me, 'wallet_topup')).toBe(900)
})

test('a hundred at once with one key are one transaction', async () => {
  const me = await rich(1_000)
  const hold = txn(placingStarts(holdOf(10)))
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => postAs(me, hold)))
  expect(outcomes.flat().filter(({ posted }) => posted)).toHaveLength(1)
  expect(new Set(outcomes.flat().map(({ txn_id }) => txn_id)).size).toBe(1)
  expect(await balance(me, 'wallet_topup')).toBe(990)
})

test('many who take from one wallet at once never take more than is there', async () => {
  const me = await rich(1_000)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => postAs(me, txn(placingStarts(holdOf(7))))),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(outcomes.length - refused.length).toBe(142)
  for (const { reason } of refused) expect(isRefusal(reason)).toBe(true)
  expect([await balance(me, 'wallet_topup'), await balance(me, 'hold_topup')]).toEqual([6, 994])
  const { rows } = await server.behind.query(
    `select version::int from ledger_balances where workplace_id = $1 and account = 'wallet_topup'`,
    [me.workplace_id],
  )
  expect(rows).toEqual([{ version: 143 }])
  await checkBooks()
})

test('opposite moves at once end without a deadlock', async () => {
  const me = await rich(1_000)
  await postAs(me, txn(placingStarts(holdOf(500))), txn(bonusGranted(USD, 500)))
  const moves = Array.from({ length: 60 }, (_, n) => {
    const hold = holdOf(1, { bonus: n % 3 === 0 ? 1 : 0 })
    return txn(n % 2 === 0 || n % 3 === 0 ? placingStarts(hold) : notBought(hold))
  })
  // `db.tx` runs a deadlock again by itself; here each has one try.
  const pool = createPool(server.app_url, 16)
  await Promise.all(moves.map((move) => pool.connect().then((client) => postOver(client, me, move))))
  await pool.end()
  await checkBooks()
})
/** A transaction over a bare connection, without a second try. */
async function postOver(client: pg.PoolClient, person: Person, txns: LedgerTxn) {
  await beginWith(client, person, txns)
  await client.query('commit')
  client.release()
}
async function beginWith(client: pg.PoolClient, { workplace_id }: Person, { key, ...rest }: LedgerTxn) {
  await client.query('begin')
  await client.query(`select set_config('app.workplace_id', $1, true)`, [workplace_id])
  await client.query('select * from ledger_post($1)', [JSON.stringify([{ ...rest, idem_key: key, input_hash: '' }])])
}

test('all of a list or nothing of it; the net counts, not the order of lines', async () => {
  const me = await rich(100)
  const through = [...placingStarts(holdOf(150)), ...notBought(holdOf(150))]
  await postAs(me, txn(through))
  const list = [txn(placingStarts(holdOf(60))), txn(placingStarts(holdOf(60)))]
  await expect(postAs(me, ...list)).rejects.toSatisfy(isRefusal)
  expect([await balance(me, 'wallet_topup'), await balance(me, 'hold_topup')]).toEqual([100, 0])
  await postAs(me, txn(placingStarts(holdOf(40))), txn(placingStarts(holdOf(60))))
  expect(await balance(me, 'wallet_topup')).toBe(0)
})

test('who is killed before the commit has posted nothing, and the key is free again', async () => {
  const me = await rich(100)
  const hold = txn(placingStarts(holdOf(40)))
  const pool = createPool(server.app_url, 1)
  const client = await pool.connect()
  client.on('error', () => {})
  await beginWith(client, me, hold)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await server.behind.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect(client.query('commit')).rejects.toThrow()
  client.release(true)
  await pool.end()
  expect(await balance(me, 'hold_topup')).toBe(0)
  expect((await postAs(me, hold))[0]?.posted).toBe(true)
  expect(await balance(me, 'hold_topup')).toBe(40)
})

test('what is owed is never paid beyond zero, and a hold is never taken twice', async () => {
  const me = await rich(100)
  const paid: Posting = { from: 'wallet_topup', to: 'order_receivable', currency: USD, amount: 1 }
  await expect(postAs(me, txn([paid]))).rejects.toThrow(/ledger_balances_bounds/)
  await postAs(me, txn(placingStarts(holdOf(40))))
  await postAs(me, txn(notBought(holdOf(40))))
  await expect(postAs(me, txn(notBought(holdOf(40))))).rejects.toThrow(/ledger_balances_bounds/)
})

test('a dry run tells the balances and leaves nothing; its caller goes on', async () => {
  const me = await rich(100)
  const outcome = await dbOf(me).tx(async (tx) => {
    const fits = await dryRun(tx, me.workplace_id, [txn(placingStarts(holdOf(30)))])
    const tooMuch = await dryRun(tx, me.workplace_id, [txn(placingStarts(holdOf(101)))])
    await post(tx, [txn(placingStarts(holdOf(5)))])
    return { fits, tooMuch }
  })
  expect(outcome.fits).toEqual({
    ok: true,
    value: [
      { account: 'hold_topup', currency: USD, amount: 30 },
      { account: 'wallet_topup', currency: USD, amount: 70 },
    ],
  })
  expect(outcome.tooMuch).toEqual({ ok: false, reason: 'wallet_too_low' })
  expect(await balance(me, 'wallet_topup')).toBe(95)
})

test('currencies are kept apart', async () => {
  const me = await rich(100)
  await postAs(me, txn(toppedUp('sandbox', 'EUR', 30)))
  expect([await balance(me, 'wallet_topup'), await balance(me, 'wallet_topup', 'EUR')]).toEqual([100, 30])
  await expect(postAs(me, txn(placingStarts({ ...holdOf(31), currency: 'EUR' })))).rejects.toSatisfy(isRefusal)
  await checkBooks()
})

const FORBIDDEN = [
  'update ledger_txns set reason = reason',
  'delete from ledger_txns',
  'truncate ledger_txns cascade',
  'update ledger_postings set amount = amount',
  'delete from ledger_postings',
  'truncate ledger_postings',
  'update ledger_balances set amount = amount + 1',
  'delete from ledger_balances',
  `insert into ledger_balances (workplace_id, account, currency) values (new_id(), 'wallet_topup', 'USD')`,
  'truncate ledger_balances',
  'update ledger_system_balances set amount = 0',
  'truncate ledger_system_balances',
]
test.each(FORBIDDEN)('neither the app nor the owner of the database may "%s"', async (statement) => {
  const me = await rich(10)
  await expect(server.behind.query(statement)).rejects.toThrow(/append-only/)
  await expect(dbOf(me).tx((tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied/)
  await checkBooks()
})

test('the app posts through the door alone, and only for the workplace in scope', async () => {
  const [me, other] = [await rich(10), await rich(20)]
  const insert = dbOf(me).tx((tx) =>
    sql`insert into ledger_postings (workplace_id, txn_id, line, debit, credit, currency, amount)
      select workplace_id, txn_id, 9, 'promo_expense', 'wallet_bonus', 'USD', 5 from ledger_txns`.execute(tx),
  )
  await expect(insert).rejects.toThrow(/permission denied/)
  expect(await dbOf(me).read((tx) => tx.selectFrom('ledger_balances').select('amount').execute())).toEqual([
    { amount: 10 },
  ])
  const peek = { workplace_id: other.workplace_id, account: 'wallet_topup' as const, currency: USD }
  expect(await dbOf(me).read((tx) => balanceOf(tx, peek))).toBe(0)
  await expect(server.runtime.db({}).tx((tx) => post(tx, [txn(toppedUp('x', USD, 5))]))).rejects.toThrow(/a workplace/)
})

test('a wrong posting is refused by the rules, and behind them by the database', async () => {
  const me = await rich(10)
  const bad = { from: 'wallet_topup', to: 'wallet_topup', currency: USD, amount: 5 } as const
  await expect(postAs(me, txn([bad]))).rejects.toThrow('posting_to_itself')
  const raw = (posting: object) =>
    dbOf(me).tx((tx) =>
      sql`select * from ledger_post(${JSON.stringify([
        {
          scope: 't',
          idem_key: randomUUID(),
          input_hash: '',
          kind: 't',
          effective_at: new Date(),
          postings: [posting],
        },
      ])}::jsonb)`.execute(tx),
    )
  const good = { from: 'wallet_topup', to: 'hold_topup', currency: USD, amount: 1 }
  await expect(raw(good)).resolves.toBeDefined()
  for (const wrong of [bad, { amount: 0 }, { amount: -1 }, { to: 'nowhere' }, { to: 'hold_topup.x' }, { currency: '' }])
    await expect(raw({ ...good, ...wrong }), JSON.stringify(wrong)).rejects.toThrow()
})
