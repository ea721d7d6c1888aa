import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, mustBeQuiet, newAccount, newestMail, sandboxUrl, setFaults, signIn, sit } from './browser.ts'

const PASSWORD = 'correct horse battery'

test('from the landing page to the app: sign up, verify from the mail, welcome, sign out, sign in', async () => {
  const seat = await sit()
  const { page } = seat
  const email = `${crypto.randomUUID()}@omni.test`
  await page.goto('/')
  await page.getByRole('link', { name: 'Start free' }).first().click()
  await page.waitForURL('**/signup')
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Lind')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: /create/i }).click()
  // What was typed stays, and each field says what is wrong with it.
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Nora')
  expect(page.url()).toContain('/signup')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  // Two clicks make one account.
  await page.getByRole('button', { name: /create/i }).dblclick()
  await page.waitForURL('**/signup/confirm**')
  const mail = await newestMail(email)
  expect(mail.subject).toBe('Verify your e-mail address')
  await page.goto(mail.links[0] ?? '')
  await page.waitForURL('**/app/ob-welcome')
  await page.getByRole('button', { name: 'Save and start' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { name: /Good .*, Nora/ }).waitFor()
  await page.getByRole('button', { name: /Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login**')
  await page.goto('/app')
  await page.waitForURL('**/login**')
  await signIn(page, { email, password: PASSWORD })
  // The link works once.
  await page.goto('/signout')
  await page.waitForURL('**/login**')
  await page.goto(mail.links[0] ?? '')
  await page.getByText('This link did not work').waitFor()
  mustBeQuiet(seat)
})

test('a wrong password says so and keeps the address; forgot, reset, sign in; the old password is gone', async () => {
  const seat = await sit()
  const { page } = seat
  const me = await newAccount()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('E-mail address or password is wrong.').first().waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe(me.email)
  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await page.waitForURL('**/forgot-password**')
  await page.getByLabel('E-mail').fill(me.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const mail = await newestMail(me.email, /Reset/)
  await page.goto(mail.links[0] ?? '')
  await page.getByLabel('New password').fill('a brand new password')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.getByText('Your password is changed').first().waitFor()
  await signIn(page, { email: me.email, password: 'a brand new password' })
  mustBeQuiet(seat)
})

test.each([
  ['Google', 'Jonas'],
  ['Facebook', 'Leila'],
])('sign in with %s; cancelled; the provider down', async (name, person) => {
  const seat = await sit()
  const { page } = seat
  await page.goto('/login')
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You did not continue').waitFor()
  await page.goto('/login')
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: new RegExp(`Continue as ${person}`) }).click()
  await page.waitForURL('**/app**')
  await page.getByRole('heading', { name: new RegExp(person) }).waitFor()
  mustBeQuiet(seat)
  await page.goto('/signout')
  await page.waitForURL('**/login**')
  await setFaults('identity', [
    { kind: 'server_error', percent: 100, status: 503, endpoint: `${name.toLowerCase()}.token` },
  ])
  try {
    await page.getByRole('button', { name: new RegExp(name) }).click()
    await page.getByRole('button', { name: new RegExp(`Continue as ${person}`) }).click()
    await page.getByText('The provider does not answer right now.').first().waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).waitFor()
  } finally {
    await setFaults('identity', [])
  }
})

/** Leaves for Facebook and comes back as somebody with this address. */
async function comeByFacebook(page: Page, email: string) {
  await page.goto('/login')
  await page.getByRole('button', { name: /Facebook/ }).click()
  await page.getByLabel(/name/i).first().fill('Nora Lind')
  await page.getByLabel(/e-mail/i).fill(email)
  await page
    .locator('form', { has: page.getByLabel(/e-mail/i) })
    .getByRole('button')
    .first()
    .click()
}

test('Facebook with the address of an account: its password, or a link by mail, comes first', async () => {
  const [me, other] = [await newAccount(), await newAccount()]
  const seat = await sit()
  const { page } = seat
  await comeByFacebook(page, me.email)
  await page.getByText('You already have an account').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Link and sign in' }).click()
  await page.getByText('This password is wrong.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(me.password)
  await page.getByRole('button', { name: 'Link and sign in' }).click()
  await page.waitForURL('**/app')
  await page.goto('/signout')
  await page.waitForURL('**/login**')
  await comeByFacebook(page, me.email)
  await page.waitForURL('**/app')
  await page.goto('/signout')
  await page.waitForURL('**/login**')

  await comeByFacebook(page, other.email)
  await page.getByRole('button', { name: 'Send me a link by mail instead' }).click()
  await page.getByText('We sent a link to that address.').waitFor()
  const [link = ''] = (await newestMail(other.email, /Link/)).links
  const elsewhere = await sit()
  await elsewhere.page.goto(link)
  await elsewhere.page.getByText('Open this link in the browser in which you started.').waitFor()
  await page.goto(link)
  await page.waitForURL('**/app')
  mustBeQuiet(seat, elsewhere)
})

test('verified in another browser than the one of the sign-up: a password is chosen there', async () => {
  const email = `${crypto.randomUUID()}@omni.test`
  await call('POST', '/auth/register', '', { email, password: PASSWORD, first_name: 'Nora' })
  const [link = ''] = (await newestMail(email)).links
  const seat = await sit()
  const { page } = seat
  await page.goto(link)
  await page.getByText('Your address is verified').waitFor()
  await page.getByLabel('New password').fill('chosen on the phone')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await page.waitForURL('**/app/ob-welcome')
  const other = await sit()
  await signIn(other.page, { email, password: 'chosen on the phone' })
  mustBeQuiet(seat, other)
})

test('try it without an account, then keep it', async () => {
  const seat = await sit()
  const { page } = seat
  const email = `${crypto.randomUUID()}@omni.test`
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await page.waitForURL('**/app**')
  await page.getByText('This is a demo account').first().waitFor()
  await page.getByRole('button', { name: 'Keep it' }).first().click()
  await page.getByLabel('First name').fill('Kim')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('dialog').locator('button[type=submit]').click()
  const mail = await newestMail(email)
  await page.getByText('Confirm your e-mail address').first().waitFor()
  await page.goto(mail.links[0] ?? '')
  await page.waitForURL('**/app/ob-welcome')
  mustBeQuiet(seat)
})

test('a mail server that fails for a while: the mail comes later, once', async () => {
  const email = `${crypto.randomUUID()}@omni.test`
  const answers = async () => {
    const { events } = (await (
      await fetch(`${sandboxUrl()}/control/events?vendor=mailbox&kind=mail&limit=500`)
    ).json()) as { events: { name: string; status: number }[] } // the sandbox's own list
    return events.filter(({ name }) => name === `To ${email}`).map(({ status }) => status)
  }
  // Until it has refused this mail; the others it refuses meanwhile come later too.
  await setFaults('mailbox', [{ kind: 'server_error', percent: 100, status: 500 }])
  try {
    await call('POST', '/auth/register', '', { email, password: PASSWORD, first_name: 'Late' })
    await expect.poll(answers).toContain(451)
  } finally {
    await setFaults('mailbox', [])
  }
  await newestMail(email)
  // The mailbox keeps a mail before it writes down that it did.
  await expect.poll(async () => (await answers()).filter((status) => status === 250)).toHaveLength(1)
})

test('second factor: set up from the picture, asked at sign-in, recovery code; ending another session signs it out at once', async () => {
  const { Secret, TOTP } = await import('otpauth')
  const me = await newAccount()
  const [here, there] = [await sit(), await sit()]
  await signIn(here.page, me)
  await signIn(there.page, me)
  const { page } = here
  await page.goto('/app/setting/account')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('main')
  await dialog.getByLabel('Your password', { exact: true }).fill(me.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
  const secret =
    (await dialog
      .locator('bdi')
      .filter({ hasText: /^[A-Z2-7]{32}$/ })
      .textContent()) ?? ''
  const code = (offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset })
  await dialog.getByLabel('Six-digit code').fill(code())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('Your recovery codes').waitFor()
  const recovery =
    (await dialog
      .getByRole('listitem')
      .filter({ hasText: /^[a-z2-9]{6}(?:-[a-z2-9]{6}){3}$/ })
      .first()
      .textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have saved them' }).click()

  await page
    .getByRole('button', { name: /^End the session on/ })
    .first()
    .click()
  await there.page.waitForURL('**/login**')

  await there.page.getByLabel('E-mail').fill(me.email)
  await there.page.getByLabel('Password', { exact: true }).fill(me.password)
  await there.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await there.page.getByText('One more step').waitFor()
  await there.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await there.page.getByLabel('Recovery code').fill(recovery)
  await there.page.keyboard.press('Enter')
  await there.page.waitForURL('**/app**')
  mustBeQuiet(here)
})

test('delete the account: asks for the password, then nothing is left to sign in to', async () => {
  const me = await newAccount()
  const seat = await sit()
  const { page } = seat
  await signIn(page, me)
  await page.goto('/app/setting/account')
  await page.getByRole('button', { name: 'Delete account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('This password is wrong.').first().waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(me.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/app'))
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill(me.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('E-mail address or password is wrong.').first().waitFor()
  mustBeQuiet(seat)
})
