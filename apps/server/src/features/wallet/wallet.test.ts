import { randomUUID } from 'node:crypto'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { MAX_TOPUP, MIN_TOPUP } from '@omni/domain/wallet/topup.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { alwaysSent } from '../../testing/always-sent.ts'
import { answerChallenge, bankBooks, CARDS, typeCard } from '../../testing/bank.ts'
import { checkBooks } from './jobs.ts'
import { checkBooksJob } from './check-books.job.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const { STRIPE_WEBHOOK_SECRET = '' } = sandbox.bank_env
const server = await testServer({ ...sandbox.bank_env, ALARM_MAIL: 'money@omni.test' })
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask } = server
beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
})

async function seller(): Promise<Person> {
  const person = await server.person()
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, person)
  return person
}

const key = () => ({ 'idempotency-key': randomUUID() })
const walletOf = async (person: Person) => (await ask(walletCalls.getWallet, {}, person)).body.data
const stateOf = async (person: Person, payment_id: string) =>
  (await ask(walletCalls.getPayment, { payment_id }, person)).body.data

/** Until the page of the bank is open. */
async function openTopup(person: Person, amount: number, more: { save_method?: boolean } = {}) {
  const started = await ask(walletCalls.topupWallet, { amount, ...more }, person, key())
  expect(started.body.success, started.body.message).toBe(true)
  await server.runJobs()
  const payment = await stateOf(person, started.body.data?.payment_id ?? '')
  expect(payment?.state).toBe('open')
  return { payment_id: payment?.payment_id ?? '', url: payment?.url ?? '' }
}

/** Runs jobs until the bank's messages are in. */
async function until(check: () => Promise<boolean>, ms = 10_000) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    await server.runJobs()
    if (await check()) return
  }
  throw new Error('it did not come true in time')
}

const topupsOf = async (person: Person) =>
  (
    await server.behind.query(`select kind from ledger_txns where workplace_id = $1 and kind = 'topup'`, [
      person.workplace_id,
    ])
  ).rowCount

test('a top-up on the bank’s page is credited once, by the message or by the return', async () => {
  const person = await seller()
  const { payment_id, url } = await openTopup(person, 12_345)
  const { to } = await typeCard(url, CARDS.good)
  expect(to).toContain(`/app/setting/wallet?payment=${payment_id}`)
  await ask(walletCalls.checkPayment, { payment_id }, person)
  await until(async () => (await stateOf(person, payment_id))?.state === 'succeeded')
  const wallet = await walletOf(person)
  expect(wallet).toMatchObject({ balance_topup: 12_345, balance_bonus: 0, total_balance: 12_345, on_hold: 0 })
  // Told again three times, asked again: nothing more.
  const intent = (await bankBooks(sandbox)).movements.at(-1)?.intent ?? ''
  for (let n = 0; n < 3; n++) await sandbox.act('stripe', 'send_again', { intent })
  await until(async () => (await sandbox.events('stripe')).filter(({ kind }) => kind === 'webhook').length >= 5)
  await ask(walletCalls.checkPayment, { payment_id }, person)
  await server.runJobs(2)
  expect(await topupsOf(person)).toBe(1)
  expect((await walletOf(person))?.balance_topup).toBe(12_345)
})

test('0, a negative, a fraction, a fortune, another currency, terms not accepted: a sentence and no posting', async () => {
  const person = await seller()
  const bad = [
    [{ amount: 0 }, 'Top up at least $5.00.'],
    [{ amount: -500 }, 'Top up at least $5.00.'],
    [{ amount: MIN_TOPUP - 1 }, 'Top up at least $5.00.'],
    [{ amount: MAX_TOPUP + 1 }, 'Top up at most $10000.00 at once.'],
    [{ amount: 1e12 }, 'Top up at most $10000.00 at once.'],
    [{ amount: 5000, currency: 'EUR' }, 'The wallet takes US dollars alone. Choose an amount in USD.'],
    [{ amount: 0.001 }, expect.stringMatching(/\w/)],
    [{ amount: 5000, method: 'paypal' as const }, 'This way of paying is not set up here. Choose another one.'],
    [{ amount: 5000, method: 'credit_card' as const }, 'There is no card to charge. Add one first.'],
  ] as const
  for (const [input, message] of bad) {
    const { body, http } = await ask(walletCalls.topupWallet, input, person, key())
    expect({ message: body.message, http }).toEqual({ message, http: 422 })
  }
  const other = await server.person()
  const { body } = await ask(walletCalls.topupWallet, { amount: 5000 }, other, key())
  expect(body.message).toBe("Read and accept the wallet's terms first.")
  expect((await ask(walletCalls.acceptWalletPolicy, { version: 2 }, other)).body.message).toContain('have changed')
  // Terms that changed between the dialog and the click: what was accepted before does not count for the new ones.
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, other)
  await server.behind.query('update wallet_settings set policy_version = 0 where workplace_id = $1', [
    other.workplace_id,
  ])
  const late = await ask(walletCalls.topupWallet, { amount: 5000 }, other, key())
  expect([late.http, late.body.message]).toEqual([422, "Read and accept the wallet's terms first."])
  for (const { workplace_id } of [person, other]) {
    const { rowCount } = await server.behind.query('select from payments where workplace_id = $1', [workplace_id])
    expect(rowCount).toBe(0)
  }
})

test('3-D Secure: completed it pays, failed and left it does not; a declined card may be followed by a good one', async () => {
  const person = await seller()
  const left = await openTopup(person, 1000)
  await typeCard(left.url, CARDS.challenged)
  const failed = await openTopup(person, 1500)
  const challenge = await typeCard(failed.url, CARDS.challenged)
  expect(challenge.to).toContain('/3ds/')
  expect((await answerChallenge(challenge.to, 'no')).status).toBe(402)
  const done = await openTopup(person, 2000)
  const { to } = await answerChallenge((await typeCard(done.url, CARDS.challenged)).to, 'yes')
  expect(to).toContain(done.payment_id)
  const tried = await openTopup(person, 3000)
  expect((await typeCard(tried.url, CARDS.poor)).text).toContain('insufficient funds')
  await typeCard(tried.url, CARDS.good)
  await until(async () => (await walletOf(person))?.balance_topup === 5000)
  for (const { payment_id } of [left, failed]) {
    await ask(walletCalls.checkPayment, { payment_id }, person)
    await server.runJobs()
    expect((await stateOf(person, payment_id))?.state).toBe('open')
  }
  expect(await topupsOf(person)).toBe(2)
})

test('a message that is forged, old, about nothing or about somebody else’s payment posts nothing', async () => {
  const [person, other] = [await seller(), await seller()]
  const { url, payment_id } = await openTopup(other, 4000)
  await typeCard(url, CARDS.good)
  await until(async () => (await stateOf(other, payment_id))?.state === 'succeeded')
  const before = await server.behind.query('select count(*) from ledger_txns')
  await sandbox.act('stripe', 'forge', { intent: 'pi_forged' })
  // Signed by the bank, and about a payment that it does not have.
  await sandbox.act('stripe', 'forge', { intent: 'pi_nowhere', secret: STRIPE_WEBHOOK_SECRET })
  const refused = async () => {
    const events = await sandbox.events('stripe')
    return events.some(({ kind, status }) => kind === 'webhook' && status === 401)
  }
  await until(refused)
  const post = (headers: Record<string, string>) =>
    server.app.inject({ method: 'POST', url: '/hooks/stripe', headers, payload: '{"id":"evt_1"}' })
  for (const signature of ['', 't=1,v1=00', 'v1=zz', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])
    expect((await post({ 'stripe-signature': signature, 'content-type': 'application/json' })).statusCode).toBe(401)
  await server.runJobs()
  expect((await server.behind.query('select count(*) from ledger_txns')).rows).toEqual(before.rows)
  // Another workplace's payment is not there for this one.
  expect((await ask(walletCalls.getPayment, { payment_id }, person)).http).toBe(404)
  expect((await ask(walletCalls.checkPayment, { payment_id }, person)).http).toBe(404)
  expect((await walletOf(person))?.total_balance).toBe(0)
})

test('lost replies, messages twice and out of order: one page, one credit', async () => {
  await sandbox.setFaults('stripe', [
    { kind: 'drop_reply', endpoint: 'checkout.sessions.create', times: 1 },
    { kind: 'duplicate_callbacks', times: 20 },
    { kind: 'reorder_callbacks', within_ms: 300, times: 20 },
  ])
  const person = await seller()
  const started = await ask(walletCalls.topupWallet, { amount: 7000 }, person, key())
  const payment_id = started.body.data?.payment_id ?? ''
  await until(async () => (await stateOf(person, payment_id))?.state === 'open', 20_000)
  const url = (await stateOf(person, payment_id))?.url ?? ''
  await typeCard(url, CARDS.good)
  await until(async () => (await stateOf(person, payment_id))?.state === 'succeeded')
  await new Promise((done) => setTimeout(done, 500))
  await server.runJobs()
  expect((await walletOf(person))?.balance_topup).toBe(7000)
  expect(await topupsOf(person)).toBe(1)
  await sandbox.setFaults('stripe', [])
})

test('100 calls with one key start one payment and answer alike', async () => {
  const person = await seller()
  const headers = key()
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => ask(walletCalls.topupWallet, { amount: 5000 }, person, headers)),
  )
  expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
  expect(replies[0]?.body.success).toBe(true)
  const { rowCount } = await server.behind.query('select from payments where workplace_id = $1', [person.workplace_id])
  expect(rowCount).toBe(1)
  await server.runJobs()
})

test('a card is kept, charged, made the default and removed; the wallet is filled by itself up to the cap', async () => {
  const person = await seller()
  const setting = async () => (await ask(walletCalls.getPaymentSetting, {}, person)).body.data
  const add = async (card: string) => {
    const { body } = await ask(walletCalls.changePaymentInfo, { action: 'add' }, person, key())
    await server.runJobs()
    const payment = await stateOf(person, body.data?.payment?.payment_id ?? '')
    await typeCard(payment?.url ?? '', card)
    await until(async () => (await stateOf(person, payment?.payment_id ?? ''))?.state === 'succeeded')
  }
  await add(CARDS.good)
  await add(CARDS.kept_then_declined)
  const [first, second] = (await setting())?.methods ?? []
  expect(first).toMatchObject({ kind: 'card', brand: 'visa', label: '4242', is_default: true })
  expect(second).toMatchObject({ label: '0341', is_default: false })
  expect((await bankBooks(sandbox)).movements.filter(({ amount }) => amount === 0)).toEqual([])

  // By a kept card, without its holder.
  const charged = await ask(walletCalls.topupWallet, { amount: 2500, method: 'credit_card' }, person, key())
  await until(async () => (await stateOf(person, charged.body.data?.payment_id ?? ''))?.state === 'succeeded')
  const no = { amount: 2500, method: 'credit_card' as const, method_id: second?.method_id ?? '' }
  const declined = await ask(walletCalls.topupWallet, no, person, key())
  await until(async () => (await stateOf(person, declined.body.data?.payment_id ?? ''))?.state === 'failed')
  expect((await stateOf(person, declined.body.data?.payment_id ?? ''))?.error_key).toBe('card_declined')
  expect((await walletOf(person))?.balance_topup).toBe(2500)

  const auto_topup = { on: true, below: 9000, amount: 3000, monthly_cap: 7000 }
  expect((await ask(walletCalls.updatePaymentSetting, { auto_topup }, person)).body.data?.auto_topup).toEqual(
    auto_topup,
  )
  await until(async () => (await walletOf(person))?.balance_topup === 5500)
  for (let n = 0; n < 3; n++) {
    await ask(walletCalls.updatePaymentSetting, { auto_topup }, person)
    await until(async () => (await walletOf(person))?.balance_topup === 8500)
  }
  // A third would be 9,000 of 7,000 this month.
  const own = await server.behind.query(
    `select sum(amount)::int as sum from payments where workplace_id = $1 and purpose = 'auto_topup'`,
    [person.workplace_id],
  )
  expect(own.rows[0]?.sum).toBe(6000)
  const wrong = { ...auto_topup, monthly_cap: 100 }
  expect((await ask(walletCalls.updatePaymentSetting, { auto_topup: wrong }, person)).http).toBe(422)

  const method_id = second?.method_id ?? ''
  await ask(walletCalls.changePaymentInfo, { action: 'default', method_id }, person, key())
  expect((await setting())?.methods.map(({ label, is_default }) => [label, is_default])).toEqual([
    ['0341', true],
    ['4242', false],
  ])
  // Nobody stands beside it when that card says no: it is told, whatever is switched off, and once.
  const news = { order: { app: false }, system: { app: false } }
  await ask(settingsCalls.updateSettings, { settings: { notification: news } }, person)
  await ask(walletCalls.updatePaymentSetting, { auto_topup: { ...auto_topup, monthly_cap: 90_000 } }, person)
  await until(async () => (await alwaysSent(server, person)).length > 0)
  await until(async () => server.mails.some(({ to }) => to === person.email))
  expect(await alwaysSent(server, person)).toEqual(['topup_failed'])
  const [mail] = server.mails.filter(({ to }) => to === person.email)
  expect(mail).toMatchObject({ subject: 'The automatic top-up failed', text: expect.stringContaining('$30.00') })
  for (const { method_id: gone } of (await setting())?.methods ?? [])
    await ask(walletCalls.changePaymentInfo, { action: 'remove', method_id: gone }, person, key())
  await server.runJobs()
  expect(await setting()).toMatchObject({ methods: [], auto_topup: { on: false } })
  expect((await sandbox.events('stripe')).filter(({ name }) => name.endsWith('/detach')).length).toBe(2)
})

test('wallet always pays, stripe never by itself, others as they are switched', async () => {
  const person = await seller()
  const info = async () => (await ask(walletCalls.getPaymentAutomation, {}, person)).body.data?.methods
  const set = (provider_method: 'wallet' | 'credit_card' | 'paypal' | 'stripe', status: 'enable' | 'disable') =>
    ask(walletCalls.setPaymentAutomation, { provider_method, status }, person)
  expect(await info()).toMatchObject([
    { method: 'wallet', enabled: true, is_auto: true },
    { method: 'credit_card', enabled: true, available: false, is_auto: false },
    { method: 'paypal', is_auto: false },
    { method: 'stripe', available: true, is_auto: false },
  ])
  expect((await set('credit_card', 'disable')).body.data).toEqual({ method: 'credit_card', enabled: false })
  expect((await info())?.[1]?.enabled).toBe(false)
  expect((await set('wallet', 'disable')).body.message).toContain('cannot be switched off')
  expect((await set('stripe', 'enable')).body.message).toContain('cannot pay by itself')
  expect((await set('paypal', 'enable')).body.message).toContain('not set up here')
})

test('chart, counts, list, statement and export tell the same story', async () => {
  const person = await seller()
  for (const amount of [5000, 6000, 7000]) {
    const { url, payment_id } = await openTopup(person, amount)
    await typeCard(url, CARDS.good)
    await until(async () => (await stateOf(person, payment_id))?.state === 'succeeded')
  }
  // The bank's books know seconds.
  const pause = () => new Promise((done) => setTimeout(done, 1100))
  await pause()
  const between = new Date().toISOString()
  await pause()
  const last = await openTopup(person, 8000)
  await typeCard(last.url, CARDS.good)
  await until(async () => (await stateOf(person, last.payment_id))?.state === 'succeeded')
  const list = (await ask(walletCalls.listTransactionLogs, { page_size: 3 }, person)).body.data
  expect(list?.items.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['topup', 8000, 26_000],
    ['topup', 7000, 18_000],
    ['topup', 6000, 11_000],
  ])
  const rest = await ask(walletCalls.listTransactionLogs, { cursor: list?.next_cursor ?? '' }, person)
  expect(rest.body.data?.items.map(({ amount, balance }) => [amount, balance])).toEqual([[5000, 5000]])
  expect((await ask(walletCalls.countTransactionLogs, { days: 1 }, person)).body.data).toEqual({
    all: 4,
    in: 4,
    out: 0,
    held: 0,
  })
  expect((await ask(walletCalls.listTransactionLogs, { type: 'out' }, person)).body.data?.total).toBe(0)
  const chart = (await ask(walletCalls.getWalletChart, { days: 7 }, person)).body.data
  expect(chart).toMatchObject({ money_in: 26_000, money_out: 0 })
  expect(chart?.days.length).toBe(7)
  expect(chart?.days.at(-1)?.money_in).toBe(26_000)
  for (const by of ['effective', 'known'] as const)
    expect((await ask(walletCalls.getWalletStatement, { at: between, by }, person)).body.data?.total).toBe(18_000)
  expect((await ask(walletCalls.getWalletBonus, {}, person)).body.data).toMatchObject({ balance_bonus: 0, given: 0 })
  const csv = (await ask(walletCalls.exportTransactionLogs, {}, person)).body.data
  expect(csv).toMatchObject({ rows: 4, is_capped: false, type: 'text/csv' })
  expect(csv?.text.split('\r\n')[1]).toContain('"topup","80.00","0.00","0.00","260.00","USD"')
  const json = (await ask(walletCalls.exportTransactionLogs, { format: 'json' }, person)).body.data
  expect(JSON.parse(json?.text ?? '{}').movements.length).toBe(4)
})

test('what the bank charged is what the wallets were credited with, and no row of ours holds a card number', async () => {
  const { movements } = await bankBooks(sandbox)
  const theirs = movements.map(({ type, amount, fee, intent }) => [type, intent, amount, fee])
  const { rows } = await server.behind.query<{ ref: string; amount: string; fee: string }>(`
    select t.external_ref as ref, sum(p.amount) filter (where p.debit_kind = 'clearing') as amount,
      sum(p.amount) filter (where p.debit_kind = 'fee_expense') as fee
    from ledger_txns t join ledger_postings p using (workplace_id, txn_id)
    where t.scope = 'stripe' group by 1`)
  const ours = rows.map(({ ref, amount, fee }) => ['charge', ref, Number(amount), Number(fee)])
  const sorted = (list: unknown[][]) => list.map((row) => JSON.stringify(row)).sort()
  expect(ours.length).toBeGreaterThan(8)
  expect(sorted(ours)).toEqual(sorted(theirs))
  // Neither in the database of Omni nor in the books of the sandbox.
  const { rows: tables } = await server.behind.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public'`,
  )
  for (const { name } of tables)
    for (const card of Object.values(CARDS)) {
      const plain = card.replaceAll(' ', '')
      const found = await server.behind.query(`select from ${name} t where t::text like any ($1) limit 1`, [
        [`%${plain}%`, `%${card}%`],
      ])
      expect(found.rowCount, `${name} holds a card number`).toBe(0)
    }
  const books = JSON.stringify(await sandbox.events('stripe'))
  expect(Object.values(CARDS).filter((card) => books.includes(card))).toEqual([])
})

test('the nightly check: silent while the books agree; a disputed payment is noted, the seller is told, once', async () => {
  expect(checkBooksJob.definition.name).toBe(checkBooks.name)
  const check = () => checkBooksJob.run(server.runtime.jobCtx({}, 'check', 1), {})
  const found = async () => (await server.behind.query('select * from book_differences order by ref')).rows
  await check()
  expect(await found()).toEqual([])
  const mails = () => server.mails.filter(({ to }) => to === 'money@omni.test')
  expect(mails()).toEqual([])
  const person = await seller()
  const { url, payment_id } = await openTopup(person, 9000)
  await typeCard(url, CARDS.good)
  await until(async () => (await stateOf(person, payment_id))?.state === 'succeeded')
  const intent = (await bankBooks(sandbox)).movements.at(-1)?.intent ?? ''
  await sandbox.act('stripe', 'dispute', { intent })
  await check()
  await check()
  const fee = (await bankBooks(sandbox)).movements.find((row) => row.intent === intent)?.fee ?? 0
  expect(await found()).toMatchObject([
    { ref: intent, kind: 'amount', ours: String(9000 - fee), theirs: String(-fee - 1500), explained_at: null },
  ])
  const told = await server.behind.query(
    `select from notifications where workplace_id = $1 and message_key = 'payment_checked'`,
    [person.workplace_id],
  )
  expect(told.rowCount).toBe(1)
  // Whoever runs this hears of it every night, also when another provider's books cannot be read.
  expect(mails().length).toBe(2)
  expect(mails()[0]?.text).toContain(`stripe ${intent}: amount, ours ${(9000 - fee) / 100}`)
  // A balance that somebody changed behind the trigger is found as well.
  await server.behind.query('alter table ledger_balances disable trigger ledger_balances_projection')
  await server.behind.query('update ledger_balances set amount = amount + 1 where workplace_id = $1', [
    person.workplace_id,
  ])
  await server.behind.query('alter table ledger_balances enable trigger ledger_balances_projection')
  await check()
  expect((await found()).filter(({ provider }) => provider === 'ledger').map(({ kind }) => kind)).toEqual([
    'balance',
    'balance',
  ])
})
