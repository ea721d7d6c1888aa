import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Minor } from '../money.ts'
import { isWithinBounds, kindOf } from './accounts.ts'
import {
  bonusGranted,
  cardCaptured,
  creditReported,
  type Hold,
  notBought,
  placed,
  placingStarts,
  receivablePaid,
  takenFrom,
  toppedUp,
  withMore,
} from './placing.ts'
import { holdAmount, planPayment, type Wallet } from './plan-payment.ts'
import { checkPostings, netOf, type Posting } from './postings.ts'

const CUR = 'USD'
const ACC = 'cj:acc1'

/** The books as plain numbers, with the rules the database enforces: bounds, and a key that counts once. */
class Books {
  readonly balances = new Map<string, Minor>()
  readonly keys = new Map<string, string>()

  of(account: string): Minor {
    return this.balances.get(`${account} ${CUR}`) ?? 0
  }
  post(key: string, postings: readonly Posting[]): 'posted' | 'again' | 'refused' {
    const input = JSON.stringify(postings)
    const before = this.keys.get(key)
    if (before !== undefined) {
      if (before !== input) throw new Error(`${key} with another input`)
      return 'again'
    }
    expect(checkPostings(postings).ok).toBe(true)
    const net = [...netOf(postings)]
    const after = net.map(([name, amount]): [string, Minor] => [name, (this.balances.get(name) ?? 0) + amount])
    if (after.some(([name, balance]) => !isWithinBounds(name.split(' ')[0] ?? '', balance))) return 'refused'
    for (const [name, balance] of after) this.balances.set(name, balance)
    this.keys.set(key, input)
    return 'posted'
  }
  get wallet(): Wallet {
    return { bonus: this.of('wallet_bonus'), topup: this.of('wallet_topup') }
  }
}

/** One attempt to buy, as the seller sees it. */
interface Order {
  hold: Hold
  state: 'planned' | 'held' | 'placed' | 'released'
  cost: Minor
}

interface Model {
  books: Books
  orders: Order[]
  granted: Minor
  toppedUp: Minor
  captured: Minor
  repaid: Minor
  events: number
}

const money = fc.integer({ min: 1, max: 5_000 })
const commands = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('topUp' as const), amount: money }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), amount: money }) },
  // Two people may plan from the same balance before either of them posts: `hold` comes later and may be refused.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('plan' as const),
      use: fc.constantFrom('auto' as const, 'wallet' as const, 'card' as const, 'credit' as const, 'seller' as const),
      approved: money,
      limit: fc.integer({ min: 0, max: 200 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('hold' as const), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('raise' as const), at: fc.nat(9), amount: money }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('placed' as const), at: fc.nat(9), cost: money }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('notBought' as const), at: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repay' as const), amount: money }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('report' as const), amount: money }) },
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

const sumOf = (hold: Hold): Minor => {
  if (hold.by === 'wallet') return hold.bonus + hold.topup + hold.card
  return hold.by === 'credit' ? hold.amount : 0
}

function planOf({ books }: Model, command: Extract<Command, { do: 'plan' }>): Hold | null {
  const { use, approved, limit } = command
  if (use === 'seller') return { by: 'seller', currency: CUR }
  if (use === 'credit') {
    const amount = holdAmount(approved, limit, books.of(`supplier_credit.${ACC}`))
    return amount.ok ? { by: 'credit', account: ACC, currency: CUR, amount: amount.value } : null
  }
  const { bonus, topup } = books.wallet
  const amount = holdAmount(approved, limit, use === 'wallet' ? bonus + topup : null)
  const parts = amount.ok ? planPayment(use, books.wallet, amount.value) : amount
  return parts.ok ? { by: 'wallet', supplier: 'zopi', currency: CUR, ...parts.value } : null
}

/** Posts twice under one key: the second time changes nothing. */
function postTwice(model: Model, key: string, postings: readonly Posting[]): 'posted' | 'refused' {
  const outcome = model.books.post(key, postings)
  if (outcome === 'again') throw new Error(`${key} was there before`)
  const balances = [...model.books.balances]
  if (outcome === 'posted') {
    expect(model.books.post(key, postings)).toBe('again')
    expect([...model.books.balances]).toEqual(balances)
  }
  return outcome
}

function run(model: Model, command: Command): void {
  const key = `event ${model.events++}`
  const post = (postings: Posting[]) => postTwice(model, key, postings)
  const at = 'at' in command ? command.at % Math.max(model.orders.length, 1) : 0
  const order = model.orders[at]
  switch (command.do) {
    case 'topUp':
      post(toppedUp('sandbox', CUR, command.amount))
      model.toppedUp += command.amount
      return
    case 'grant':
      post(bonusGranted(CUR, command.amount))
      model.granted += command.amount
      return
    case 'plan': {
      const hold = planOf(model, command)
      if (hold) model.orders.push({ hold, state: 'planned', cost: 0 })
      return
    }
    case 'hold':
      if (order?.state === 'planned') order.state = post(placingStarts(order.hold)) === 'posted' ? 'held' : 'released'
      return
    case 'raise': {
      if (order?.state !== 'held' || order.hold.by !== 'wallet') return
      const parts = planPayment('wallet', model.books.wallet, command.amount)
      if (!parts.ok) return
      const more: Hold = { ...order.hold, ...parts.value }
      expect(post(placingStarts(more))).toBe('posted')
      order.hold = withMore(order.hold, more)
      return
    }
    case 'placed':
      if (order?.state !== 'held') return
      // Taking what is held never fails, whatever else happened meanwhile.
      expect(post(placed(order.hold, command.cost))).toBe('posted')
      Object.assign(order, { state: 'placed', cost: command.cost })
      return
    case 'notBought':
      if (order?.state !== 'held') return
      expect(post(notBought(order.hold))).toBe('posted')
      order.state = 'released'
      return
    case 'capture': {
      const owed = Math.abs(model.books.of('order_receivable'))
      post(cardCaptured('sandbox', CUR, owed))
      model.captured += owed
      return
    }
    case 'repay': {
      const amount = Math.min(command.amount, Math.abs(model.books.of('order_receivable')))
      if (post(receivablePaid(CUR, amount)) === 'posted') model.repaid += amount
      return
    }
    case 'report': {
      const held = model.books.of(`supplier_credit_hold.${ACC}`)
      post(creditReported(ACC, CUR, command.amount, { free: model.books.of(`supplier_credit.${ACC}`), held }))
    }
  }
}

function judge(model: Model): void {
  const { books, orders } = model
  const sum = [...books.balances.values()].reduce((total, balance) => total + balance, 0)
  expect(sum).toBe(0)
  for (const [name, balance] of books.balances)
    expect(isWithinBounds(name.split(' ')[0] ?? '', balance), name).toBe(true)
  const held = orders.filter(({ state }) => state === 'held').map(({ hold }) => hold)
  const total = (part: 'bonus' | 'topup') =>
    held.reduce((all, hold) => all + (hold.by === 'wallet' ? hold[part] : 0), 0)
  // Holds are those of living orders alone, so a finished one has none.
  expect(books.of('hold_bonus')).toBe(total('bonus'))
  expect(books.of('hold_topup')).toBe(total('topup'))
  const credit = held.reduce((all, hold) => all + (hold.by === 'credit' ? hold.amount : 0), 0)
  expect(books.of(`supplier_credit_hold.${ACC}`)).toBe(credit)
  const bought = orders.filter(({ state, hold }) => state === 'placed' && hold.by === 'wallet')
  expect(books.of('supplier_payable.zopi')).toBe(bought.reduce((all, { cost }) => all + cost, 0))
  const owed = bought.reduce((all, { hold, cost }) => all + (hold.by === 'wallet' ? takenFrom(hold, cost).owed : 0), 0)
  expect(books.of('order_receivable') + owed).toBe(model.captured + model.repaid)
  // Bonus goes to suppliers or comes back as bonus; it never turns into money that can be paid out.
  const bonusSpent = bought.reduce(
    (all, { hold, cost }) => all + (hold.by === 'wallet' ? takenFrom(hold, cost).bonus : 0),
    0,
  )
  expect(books.of('wallet_bonus') + books.of('hold_bonus') + bonusSpent).toBe(model.granted)
  expect(books.of('clearing.sandbox') + model.toppedUp + model.captured).toBe(0)
}

test('whatever happens in whatever order: nothing is lost, no bound is crossed, holds are those of living orders', () => {
  fc.assert(
    fc.property(fc.array(commands, { minLength: 1, maxLength: 60 }), (list) => {
      const books = new Books()
      const model: Model = { books, orders: [], granted: 0, toppedUp: 0, captured: 0, repaid: 0, events: 0 }
      for (const command of list) {
        run(model, command)
        judge(model)
      }
    }),
    { numRuns: process.env['MUTATION'] ? 100 : 500 },
  )
})

test('a payment plan pays exactly what is due and never overdraws', () => {
  const use = fc.constantFrom('auto' as const, 'wallet' as const, 'card' as const)
  const minor = fc.integer({ min: 0, max: 1e9 })
  fc.assert(
    fc.property(use, minor, minor, minor, (how, bonus, topup, due) => {
      const plan = planPayment(how, { bonus, topup }, due)
      if (!plan.ok) return how === 'wallet' && bonus + topup < due
      const { value } = plan
      const isExact = value.bonus + value.topup + value.card === due
      const isCovered = value.bonus <= bonus && value.topup <= topup
      return isExact && isCovered && Math.min(value.bonus, value.topup, value.card) >= 0
    }),
  )
})

test('a hold reaches as far as the money does, and never less far than what was approved', () => {
  expect(holdAmount(1000, 30, null)).toEqual({ ok: true, value: 1030 })
  expect(holdAmount(1000, 30, 1010)).toEqual({ ok: true, value: 1010 })
  expect(holdAmount(1000, 30, 1000)).toEqual({ ok: true, value: 1000 })
  expect(holdAmount(1000, 30, 999)).toEqual({ ok: false, reason: 'wallet_too_low' })
})

test('a lower cost gives the rest back, a higher one is owed', () => {
  const hold: Hold = { by: 'wallet', supplier: 'zopi', currency: CUR, bonus: 30, topup: 50, card: 20 }
  expect(placed(hold, 60)).toEqual([
    { from: 'hold_bonus', to: 'supplier_payable.zopi', currency: CUR, amount: 30 },
    { from: 'hold_topup', to: 'supplier_payable.zopi', currency: CUR, amount: 30 },
    { from: 'hold_topup', to: 'wallet_topup', currency: CUR, amount: 20 },
  ])
  expect(placed(hold, 110)).toContainEqual({
    from: 'order_receivable',
    to: 'supplier_payable.zopi',
    currency: CUR,
    amount: 30,
  })
  expect(sumOf(withMore(hold, { ...hold, bonus: 0, topup: 5, card: 0 }))).toBe(105)
})

test('a balance the supplier tells leaves what is held alone', () => {
  const report = (amount: Minor, free: Minor, held: Minor) => creditReported(ACC, CUR, amount, { free, held })
  const [credit, memo] = [`supplier_credit.${ACC}`, `supplier_credit_memo.${ACC}`]
  expect(report(100, 0, 0)).toEqual([{ from: memo, to: credit, currency: CUR, amount: 100 }])
  expect(report(100, 100, 0)).toEqual([])
  expect(report(100, 90, 30)).toEqual([{ from: credit, to: memo, currency: CUR, amount: 20 }])
  expect(report(10, 5, 30)).toEqual([{ from: credit, to: memo, currency: CUR, amount: 5 }])
})

test('what is no posting is refused with a name', () => {
  const good: Posting = { from: 'wallet_topup', to: 'hold_topup', currency: CUR, amount: 1 }
  const reasonOf = (change: object) => {
    const checked = checkPostings([good, { ...good, ...change }])
    return checked.ok ? null : checked.reason
  }
  expect(reasonOf({})).toBeNull()
  for (const amount of [0, -1, 0.5, NaN, Infinity, 2 ** 53]) expect(reasonOf({ amount })).toBe('posting_amount')
  for (const currency of ['', 'usd', 'DOLLAR']) expect(reasonOf({ currency })).toBe('posting_currency')
  for (const from of ['wallet', 'wallet_topup.x', 'supplier_payable', 'supplier_payable.', 'clearing.a b', 'toString'])
    for (const change of [{ from }, { to: from }]) expect(reasonOf(change), from).toBe('posting_account')
  expect(reasonOf({ from: 'hold_topup' })).toBe('posting_to_itself')
  expect(kindOf('supplier_payable.zopi')).toMatchObject({ owner: 'system' })
})
