import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { call, mustBeQuiet, newAccount, sandboxUrl, signIn, sit } from './browser.ts'

let me: Awaited<ReturnType<typeof newAccount>>
beforeAll(async () => {
  me = await newAccount('Paula')
})

const act = async (action: string, input: object) => {
  const reply = await fetch(`${sandboxUrl()}/control/vendors/paddle/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(reply.status).toBe(200)
}
interface Books {
  subscriptions: { id: string }[]
  movements: { subscription: string; type: string; amount: number }[]
}
const books = async () => (await (await fetch(`${sandboxUrl()}/control/paddle/books`)).json()) as Books // its own answer

/** Types a card on the provider's own page. */
async function typeCard(page: Page, number: string) {
  const email = page.getByLabel('Email')
  if (await email.count()) await email.fill('paula@shop.example')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^(Pay|Save)/ }).click()
}
const subscription = async () =>
  (await call('GET', '/payments/user/subscription', me.token)) as {
    subscription: { state: string; package_id: string; next_package: { id: string } | null; cancel_at: string | null }
  } // the contract's shape

test('subscribe, upgrade in the middle of the cycle, fail a renewal and recover, downgrade, cancel', async () => {
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)

  await page.goto('/app/setting/billing')
  await page.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('heading', { name: 'Change plan', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Due today').waitFor()
  await dialog.getByRole('button', { name: 'Go to the payment page' }).click()
  await page.waitForURL('**/paddle/checkout**')
  await typeCard(page, '4000000000000002')
  await page.getByText('Your card was declined.').waitFor()
  await typeCard(page, '4242424242424242')
  await page.waitForURL('**/app/setting/billing**')
  await page.getByText('VISA •••• 4242').waitFor()
  await page.getByText('New plan: Starter').first().waitFor()
  const { subscriptions } = await books()
  const ref = subscriptions.at(-1)?.id ?? ''

  // Half of the cycle has passed: half of the difference is due, as the provider says.
  await act('age', { subscription: ref, days: 15 })
  await page.goto('/app/setting/billing-plan/change-plan')
  await page.getByText('Current plan').waitFor()
  await page.getByRole('button', { name: 'Upgrade to Basic' }).click()
  await dialog.getByText('Basic for the rest of the period').waitFor()
  await dialog.getByText('$7.50').waitFor()
  await dialog.getByRole('button', { name: 'Pay and upgrade' }).click()
  await page.getByText('You are on Basic now').waitFor()
  const own = (await books()).movements.filter((row) => row.subscription === ref)
  expect(own.map(({ type, amount }) => [type, amount])).toEqual([
    ['api', 1490],
    ['subscription_update', 750],
  ])

  await act('set_card', { subscription: ref, behaviour: 'no' })
  await act('renew_now', { subscription: ref })
  await page.goto('/app/setting/billing')
  await page.getByText('The payment for Basic failed').waitFor()
  await page.getByRole('button', { name: 'Pay with another card' }).click()
  await page.waitForURL('**/paddle/checkout**')
  await typeCard(page, '4242424242424242')
  await page.waitForURL('**/app/setting/billing**')
  await expect.poll(async () => (await subscription()).subscription.state).toBe('active')
  await page.getByText('The payment for Basic failed').waitFor({ state: 'detached' })

  await page.goto('/app/setting/billing-plan/change-plan')
  await page.getByRole('button', { name: 'Move to Starter' }).click()
  await dialog.getByText('Nothing is charged today').waitFor()
  await dialog.getByRole('button', { name: 'Change with the next cycle' }).click()
  await page.getByText('Starter begins with your next cycle').waitFor()
  await page.goto('/app/setting/billing')
  await page.getByText(/Changes to Starter on/).waitFor()

  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByText(/Cancelled. It ends on/).waitFor()
  await page.getByRole('button', { name: 'Keep my plan' }).click()
  await page.getByText(/Next charge:/).waitFor()
  expect((await subscription()).subscription).toMatchObject({ package_id: 'basic_monthly', cancel_at: null })
  mustBeQuiet(seat)
  await page.close()
})
