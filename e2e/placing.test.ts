import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { acceptTerms, topUp } from '../scripts/top-up.ts'
import { call, mustBeQuiet, newAccount, sandboxUrl, signIn, sit } from './browser.ts'
import { productToBuy } from './product-to-buy.ts'

/** What suppliers are asked for meanwhile, a busy machine answers late. */
const SLOW = { timeout: 120_000 * inject('patience') }

let me: Awaited<ReturnType<typeof newAccount>>
let number = ''

/** A product of the house supplier, and a customer who ordered it by telephone. */
beforeAll(async () => {
  me = await newAccount('Orla')
  const ask = (method: string, path: string, body?: object) => call(method, path, me.token, body)
  const variant_id = await productToBuy(ask, 1, 'last')
  const made = (await call('POST', '/orders/v5/create', me.token, {
    customer: { name: 'Grace Hopper' },
    address: {
      name: 'Grace Hopper',
      address1: '1 Main Street',
      city: 'Austin',
      province: 'Texas',
      province_code: 'TX',
      zip: '78701',
      country_code: 'US',
      phone: '+15125550100',
    },
    lines: [{ variant_id, quantity: 1, unit_price: 9_900 }],
    currency: 'USD',
  })) as { number: string }
  number = made.number
  await acceptTerms(ask)
  await topUp(ask, 100_000)
})

test(
  'preview, one click, bought once, sent, and the parcel is shown',
  async () => {
    const seat = await sit()
    const { page } = seat
    await signIn(page, me)
    await page.goto('/app/orders')
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('checkbox')
      .check()
    // The first answer is old when it comes: what changed meanwhile was told before.
    await page.route(
      '**/orders/v4/preview/*',
      async (route) => {
        const response = await route.fetch()
        await sleep(3000)
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Place 1 ·/ })
      .click()
    const panel = page.getByRole('dialog')
    await panel
      .getByText(/Can be placed: \d/)
      .waitFor(SLOW)
      .catch(async (error: unknown) => {
        throw new Error(`the panel says: ${await panel.allTextContents()}`, { cause: error })
      })
    expect(await panel.textContent()).toContain('Can be placed: 1')
    await panel.getByText('paid from the wallet').waitFor()
    // A double click is one click.
    await panel.getByRole('button', { name: /^Place 1/ }).dblclick()
    // The tracker stays, wherever one goes.
    await page.getByText('1 done · 0 failed · 0 left').waitFor(SLOW)

    await page.goto('/app/orders?group=payment')
    await page.getByText(number).first().click(SLOW)
    await panel.getByText('Bought and paid').waitFor(SLOW)
    const shown =
      (await panel
        .getByRole('region', { name: 'Bought from suppliers' })
        .getByText(/Zopi · ZO-\d+/)
        .textContent()) ?? ''
    const no = Number(/ZO-(\d+)/.exec(shown)?.[1])
    const books = (await (await fetch(`${sandboxUrl()}/control/zopi/books`)).json()) as {
      payments: { order_no: number | string }[]
    }
    expect(books.payments.filter(({ order_no }) => Number(order_no) === no)).toHaveLength(1)

    await fetch(`${sandboxUrl()}/control/vendors/zopi/actions/ship_order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ no }),
    })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ask suppliers now' }).click()
    await page.goto('/app/orders/shipment')
    await page.getByRole('button', { name: number, exact: true }).first().click(SLOW)
    await panel.getByText(/Parcel ZT/).waitFor()
    mustBeQuiet(seat)
  },
  400_000 * inject('patience'),
)
