/** Each posting by its accounts: a property finds what is lost, not what went to the wrong account. */
import { expect, test } from 'vitest'
import { isWithinBounds, kindOf } from './accounts.ts'
import {
  bonusGranted,
  cardCaptured,
  creditReported,
  feeKept,
  type Hold,
  notBought,
  placed,
  placingStarts,
  receivablePaid,
  supplierRefunded,
  takenFrom,
  toppedUp,
  withMore,
} from './placing.ts'
import { planPayment } from './plan-payment.ts'
import { extraFromWallet, planPaid, reportedSale } from './plans.ts'
import { moved, netOf, type Posting } from './postings.ts'

const said = (postings: readonly Posting[]) =>
  postings.map(({ from, to, currency, amount }) => `${from} > ${to} ${amount} ${currency}`)

const wallet: Hold = { by: 'wallet', supplier: 'zopi', currency: 'USD', bonus: 30, topup: 50, card: 20 }
const credit: Hold = { by: 'credit', account: 'cj:1', currency: 'USD', amount: 40 }
const seller: Hold = { by: 'seller', currency: 'USD' }

test('placing starts: what is held, of each kind of money; and it goes back the same way', () => {
  expect(said(placingStarts(wallet))).toEqual(['wallet_bonus > hold_bonus 30 USD', 'wallet_topup > hold_topup 50 USD'])
  expect(said(placingStarts(credit))).toEqual(['supplier_credit.cj:1 > supplier_credit_hold.cj:1 40 USD'])
  expect(placingStarts(seller)).toEqual([])
  expect(said(notBought(wallet))).toEqual(['hold_bonus > wallet_bonus 30 USD', 'hold_topup > wallet_topup 50 USD'])
  expect(said(notBought(credit))).toEqual(['supplier_credit_hold.cj:1 > supplier_credit.cj:1 40 USD'])
})

test('bought: bonus first, then the wallet, then what is owed; what was not needed goes back', () => {
  expect(said(placed(wallet, 20))).toEqual([
    'hold_bonus > supplier_payable.zopi 20 USD',
    'hold_bonus > wallet_bonus 10 USD',
    'hold_topup > wallet_topup 50 USD',
  ])
  expect(said(placed(wallet, 95))).toEqual([
    'hold_bonus > supplier_payable.zopi 30 USD',
    'hold_topup > supplier_payable.zopi 50 USD',
    'order_receivable > supplier_payable.zopi 15 USD',
  ])
  expect(said(placed(credit, 25))).toEqual([
    'supplier_credit_hold.cj:1 > supplier_credit_memo.cj:1 25 USD',
    'supplier_credit_hold.cj:1 > supplier_credit.cj:1 15 USD',
  ])
  expect(said(placed(credit, 60))).toEqual(['supplier_credit_hold.cj:1 > supplier_credit_memo.cj:1 40 USD'])
  expect(placed(seller, 99)).toEqual([])
})

test('the card pays what it was asked for, and no more than is owed', () => {
  const parts = { bonus: 30, topup: 50, card: 20 }
  expect(takenFrom(parts, 90)).toEqual({ bonus: 30, topup: 50, owed: 10, card: 10 })
  expect(takenFrom(parts, 130)).toEqual({ bonus: 30, topup: 50, owed: 50, card: 20 })
})

test('more is held of the same kind; another kind leaves the hold as it is', () => {
  expect(withMore(wallet, { ...wallet, bonus: 1, topup: 2, card: 3 })).toEqual({
    ...wallet,
    bonus: 31,
    topup: 52,
    card: 23,
  })
  expect(withMore(credit, { ...credit, amount: 5 })).toEqual({ ...credit, amount: 45 })
  expect(withMore(wallet, credit)).toEqual(wallet)
  expect(withMore(credit, wallet)).toEqual(credit)
  expect(withMore(seller, credit)).toEqual(seller)
})

test('each event by its accounts', () => {
  expect(said(toppedUp('stripe', 'USD', 7))).toEqual(['clearing.stripe > wallet_topup 7 USD'])
  expect(said(feeKept('stripe', 'USD', 7))).toEqual(['fee_expense.stripe > clearing.stripe 7 USD'])
  expect(said(bonusGranted('USD', 7))).toEqual(['promo_expense > wallet_bonus 7 USD'])
  expect(said(cardCaptured('stripe', 'USD', 7))).toEqual(['clearing.stripe > order_receivable 7 USD'])
  expect(said(receivablePaid('USD', 7))).toEqual(['wallet_topup > order_receivable 7 USD'])
  expect(said(supplierRefunded('zopi', 'USD', { real: 7, bonus: 2 }))).toEqual([
    'supplier_payable.zopi > wallet_topup 7 USD',
    'supplier_payable.zopi > wallet_bonus 2 USD',
  ])
  expect(said(planPaid('paddle', 'EUR', { total: 119, tax: 19 }))).toEqual(['clearing.paddle > plan_revenue 100 EUR'])
  expect(said(extraFromWallet('USD', 7))).toEqual(['wallet_topup > plan_revenue 7 USD'])
  const sale = (gross: number, net: number) => {
    const { paid, kept } = reportedSale('shopify', 'USD', { gross, net })
    return said([...paid, ...kept])
  }
  expect(sale(100, 82)).toEqual([
    'clearing.shopify > plan_revenue 100 USD',
    'fee_expense.shopify > clearing.shopify 18 USD',
  ])
  expect(sale(-100, -82)).toEqual([
    'plan_revenue > clearing.shopify 100 USD',
    'clearing.shopify > fee_expense.shopify 18 USD',
  ])
  expect(sale(-100, -100)).toEqual(['plan_revenue > clearing.shopify 100 USD'])
  expect(said(creditReported('cj:1', 'USD', 50, { free: 50, held: 0 }))).toEqual([])
})

test('who pays: wallet first and card for the rest, the wallet alone, or the card alone', () => {
  const of = (use: 'auto' | 'wallet' | 'card', due: number) => planPayment(use, { bonus: 10, topup: 20 }, due)
  expect(of('auto', 50)).toEqual({ ok: true, value: { bonus: 10, topup: 20, card: 20 } })
  expect(of('auto', 15)).toEqual({ ok: true, value: { bonus: 10, topup: 5, card: 0 } })
  expect(of('card', 15)).toEqual({ ok: true, value: { bonus: 0, topup: 0, card: 15 } })
  expect(of('wallet', 30)).toEqual({ ok: true, value: { bonus: 10, topup: 20, card: 0 } })
  expect(of('wallet', 31)).toEqual({ ok: false, reason: 'wallet_too_low' })
})

test('bounds: what a seller has is never below zero, what a seller owes never above', () => {
  expect([isWithinBounds('wallet_topup', 0), isWithinBounds('wallet_topup', -1)]).toEqual([true, false])
  expect([isWithinBounds('order_receivable', 0), isWithinBounds('order_receivable', 1)]).toEqual([true, false])
  expect(isWithinBounds('order_receivable', -5)).toBe(true)
  expect([isWithinBounds('promo_expense', -9), isWithinBounds('promo_expense', 9)]).toEqual([true, true])
  expect([isWithinBounds('nobody', 0), isWithinBounds('.wallet_topup', 0)]).toEqual([false, false])
})

test('an account without a party has none in its name, and one with a party has one', () => {
  for (const name of ['wallet_topup.x', '.x', 'clearing', 'clearing.', 'clearing.a b', `clearing.${'x'.repeat(121)}`])
    expect([name, kindOf(name)]).toEqual([name, undefined])
  expect(kindOf(`clearing.${'x'.repeat(120)}`)).toMatchObject({ owner: 'system', party: true })
})

test('a posting of nothing is none, and what meets in one account is added up by currency', () => {
  expect(moved('wallet_topup', 'hold_topup', 'USD', 0)).toEqual([])
  const postings = [
    ...moved('wallet_topup', 'hold_topup', 'USD', 5),
    ...moved('wallet_topup', 'hold_topup', 'USD', 2),
    ...moved('hold_topup', 'wallet_topup', 'EUR', 1),
  ]
  expect([...netOf(postings)]).toEqual([
    ['wallet_topup USD', -7],
    ['hold_topup USD', 7],
    ['hold_topup EUR', -1],
    ['wallet_topup EUR', 1],
  ])
})
