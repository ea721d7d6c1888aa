/** Money, as a seller meets it: a card with 3-D Secure, PayPal, twenty orders, two refunds, and a statement. */
import { DEFAULT_ORDER_SETTINGS, priceLimit } from '@omni/domain/order-settings/order-settings.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { seedPlan } from '../scripts/seed-plan.ts'
import { acceptTerms } from '../scripts/top-up.ts'
import { call, mustBeQuiet, newAccount, sandboxUrl, signIn, sit } from './browser.ts'
import { productToBuy } from './product-to-buy.ts'

const ORDERS = 20
const TOPPED_UP = 3500
const orders: string[] = []
let me: Awaited<ReturnType<typeof newAccount>>
const ask = <T>(method: string, path: string, body?: object) => call(method, path, me.token, body) as Promise<T> // the contract's shape

interface Wallet {
  balance_topup: number
  total_balance: number
  on_hold: number
  owed: number
}
interface Books {
  movements: { amount: number; reference: string }[]
}
const books = async (bank: string) => (await (await fetch(`${sandboxUrl()}/control/${bank}/books`)).json()) as Books // its own answer
const act = async (vendor: string, action: string, input: object) => {
  const reply = await fetch(`${sandboxUrl()}/control/vendors/${vendor}/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(reply.status).toBe(200)
}
const wallet = () => ask<Wallet>('GET', '/payments/user/wallets')

beforeAll(async () => {
  me = await newAccount('Mona')
  // Several orders with one click are part of a paid plan.
  await seedPlan((method, path, body) => ask(method, path, body), act)
  const variant_id = await productToBuy((method, path, body) => ask(method, path, body), ORDERS)
  for (let n = 1; n <= ORDERS; n++) {
    const { order_id } = await ask<{ order_id: string }>('POST', '/orders/v5/create', {
      customer: { name: `Buyer ${n}` },
      address: {
        name: `Buyer ${n}`,
        address1: `${n} Main Street`,
        city: 'Austin',
        province: 'Texas',
        province_code: 'TX',
        zip: '78701',
        country_code: 'US',
        phone: '+15125550100',
      },
      lines: [{ variant_id, quantity: 1, unit_price: 9900 }],
      currency: 'USD',
    })
    orders.push(order_id)
  }
  await acceptTerms((method, path, body) => ask(method, path, body))
})

async function topUp(page: Page, amount: string, by: string) {
  await page.goto('/app/setting/wallet')
  await page.getByRole('button', { name: 'Top up' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('radio', { name: by }).check()
  return dialog
}

/**
 * An order holds what its price may jump to, and what it did not cost goes back where it came from: where the product is
 * cheap, the first orders are held by the wallet alone, and some of it is there again in the end.
 */
function leftInWallet(bought: readonly { approved: number; total: number | null }[]): number {
  let rest = TOPPED_UP
  let back = 0
  for (const { approved, total } of bought) {
    const held = Math.min(rest, priceLimit(approved, DEFAULT_ORDER_SETTINGS))
    rest -= held
    back += Math.max(0, held - (total ?? 0))
  }
  return rest + back
}

test('a card with 3-D Secure and PayPal fill the wallet', async () => {
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  const dialog = await topUp(page, '20', 'Another card')
  await dialog.getByLabel('Keep this card').check()
  await dialog.getByRole('button', { name: "Go to the bank's page" }).click()
  await page.waitForURL('**/stripe/pay/**')
  await page.getByLabel('Card number').fill('4000 0025 0000 3155')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByText('3-D Secure').waitFor()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL('**/app/setting/wallet**')
  await page.getByText('$20.00 is in your wallet').first().waitFor()

  const paypal = await topUp(page, '15', 'PayPal')
  await paypal.getByRole('button', { name: 'Go to PayPal' }).click()
  await page.waitForURL('**/paypal/checkoutnow**')
  await page.getByLabel('Email').fill('mona@northwind.test')
  await page.getByLabel('Password').fill('northwind')
  await page.getByRole('button', { name: 'Approve $15.00' }).click()
  await page.waitForURL('**/app/setting/wallet**')
  await page.getByText('$15.00 is in your wallet').first().waitFor()
  expect((await wallet()).balance_topup).toBe(TOPPED_UP)
  mustBeQuiet(seat)
})

test(
  `${ORDERS} orders from wallet and card, two refunds, and the statement says where every cent is`,
  async () => {
    const before = (await books('stripe')).movements.length
    const seat = await sit()
    const { page } = seat
    await signIn(page, me)
    await page.goto('/app/orders')
    await page
      .getByRole('checkbox', { name: /select all/i })
      .first()
      .check()
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: new RegExp(`^Place ${ORDERS} ·`) })
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByText(`Can be placed: ${ORDERS}`).waitFor()
    await panel.getByRole('button', { name: new RegExp(`^Place ${ORDERS}`) }).click()
    // The card was reserved with the click; it is taken once the last order is bought.
    // On a busy machine a purchase that nobody answered in time is looked up first, which takes its quiet minute.
    const purchases = async () =>
      (
        await Promise.all(
          orders.map((order_id) =>
            ask<{ items: { state: string; approved: number; total: number | null }[] }>(
              'GET',
              `/orders/v4/order-info?order_id=${order_id}`,
            ),
          ),
        )
      ).flatMap(({ items }) => items)
    await expect
      .poll(async () => (await purchases()).filter(({ state }) => state === 'placed').length, {
        timeout: 200_000 * inject('patience'),
        interval: 1_000,
      })
      .toBe(ORDERS)
    const bought = await purchases()
    const left = leftInWallet(bought)
    await expect.poll(async () => wallet()).toMatchObject({ total_balance: left, on_hold: 0, owed: 0 })
    const spent = bought.reduce((sum, { total }) => sum + (total ?? 0), 0)
    // Others pay at the same bank meanwhile: of ours, what the wallet did not reach was taken once.
    const ofCard = async () =>
      (await books('stripe')).movements.slice(before).filter(({ amount }) => amount === spent - (TOPPED_UP - left))
        .length
    await expect.poll(ofCard).toBe(1)

    // Two of them come back damaged.
    let balance = left
    const damaged = orders.slice(0, 2)
    for (const order_id of damaged) {
      const info = await ask<{ items: { order_no: string | null }[] }>(
        'GET',
        `/orders/v4/order-info?order_id=${order_id}`,
      )
      await act('zopi', 'ship_order', { no: Number(/\d+/.exec(info.items[0]?.order_no ?? '')?.[0]) })
    }
    await ask('POST', '/orders/v4/sync-status', {})
    for (const order_id of damaged) {
      await page.goto(`/app/orders/cancel-refund?order=${order_id}`)
      await panel.getByRole('button', { name: 'Ask for a refund' }).click()
      await panel.getByRole('radio', { name: 'It arrived damaged' }).check()
      await panel.getByRole('textbox', { name: 'What happened' }).fill('The box was open.')
      await panel.getByRole('button', { name: 'Send the request' }).click()
      await panel.getByText('Waits for the supplier').waitFor()
      const offers = await ask<{ items: { refunds: { refund_no: string }[] }[] }>(
        'POST',
        '/orders/v4/refund/request-type',
        { order_id },
      )
      const no = Number(offers.items[0]?.refunds[0]?.refund_no.slice(3))
      await act('zopi', 'answer_refund', { no, state: 'accepted', percent: 100, note: 'Sorry for that.' })
      await act('zopi', 'pay_refund', { no })
      await panel.getByRole('button', { name: 'Ask suppliers now' }).click()
      await panel.getByText('Paid back', { exact: true }).waitFor()
      const now = (await wallet()).total_balance
      expect(now).toBeGreaterThan(balance)
      balance = now
    }
    expect(balance).toBe(left + (spent / ORDERS) * 2)

    await page.goto('/app/setting/wallet')
    await page.getByRole('button', { name: 'Statement' }).click()
    const shown = `$${(balance / 100).toFixed(2)}`
    await page.getByRole('dialog').getByText(shown).first().waitFor()
    mustBeQuiet(seat)
  },
  300_000 * inject('patience'),
)
