/** The sandbox's bank as tests see it: its pages, as a person uses them, and its own books, which judge. */
import type { SandboxProcess } from './open-sandbox.ts'

export const CARDS = {
  good: '4242 4242 4242 4242',
  challenged: '4000 0027 6000 3184',
  poor: '4000 0000 0000 9995',
  declined: '4000 0000 0000 0002',
  kept_then_declined: '4000 0000 0000 0341',
} as const

export interface BankBooks {
  balance: number
  movements: { type: string; amount: number; fee: number; intent: string; reference: string }[]
  intents: { id: string; kind: string; status: string; received: number; metadata: { reference?: string } }[]
}

export const bankBooks = async (sandbox: SandboxProcess): Promise<BankBooks> =>
  (await sandbox.control('/stripe/books')) as BankBooks // the control route's own answer

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** Types a card on the bank's page. Answers where the person is sent, or the page that tells the problem. */
export async function typeCard(page: string, number: string): Promise<{ status: number; to: string; text: string }> {
  const reply = await submit(page, { card_number: number, card_expiry: '12 / 34', card_cvc: '123' })
  const location = reply.headers.get('location')
  return { status: reply.status, to: location ? new URL(location, page).href : '', text: await reply.text() }
}

export async function answerChallenge(page: string, answer: 'yes' | 'no'): Promise<{ status: number; to: string }> {
  const reply = await submit(page, { answer })
  const location = reply.headers.get('location')
  return { status: reply.status, to: location ? new URL(location, page).href : '' }
}

export interface PaypalBooks {
  balance: number
  movements: { id: string; code: string; amount: number; fee: number; order: string; reference: string }[]
  orders: { id: string; intent: string; status: string; custom_id: string | null }[]
}

export const paypalBooks = async (sandbox: SandboxProcess): Promise<PaypalBooks> =>
  (await sandbox.control('/paypal/books')) as PaypalBooks // the control route's own answer

/** Approves on PayPal's page. What comes before the @ says how the account pays: ok, no, slow. */
export async function approveAtPaypal(page: string, email = 'ok@northwind.test'): Promise<{ to: string }> {
  const reply = await submit(page, { email, password: 'northwind' })
  return { to: reply.headers.get('location') ?? '' }
}

/** Somebody has kept a card or a PayPal account, as if it had been given on the provider's page. */
export async function keepMethod(
  { sandbox, behind }: { sandbox: SandboxProcess; behind: { query(sql: string, values: unknown[]): Promise<unknown> } },
  workplace_id: string,
  kind: 'card' | 'paypal',
  behaviour = 'ok',
): Promise<{ method: string }> {
  const kept =
    kind === 'card'
      ? await sandbox.act('stripe', 'keep_card', { behaviour, last4: '4242' })
      : await sandbox.act('paypal', 'keep_account', { behaviour })
  const { customer, method } = kept['result'] as { customer: string; method: string } // the control action's own answer
  const [provider, brand, label] = kind === 'card' ? ['stripe', 'visa', '4242'] : ['paypal', '', 'm…@northwind.test']
  await behind.query(
    `insert into payment_methods (workplace_id, provider, kind, customer_ref, method_ref, brand, label, is_default)
     select $1, $2, $3, $4, $5, $6, $7, not exists (select from payment_methods where workplace_id = $1 and is_default)`,
    [workplace_id, provider, kind, customer, method, brand, label],
  )
  return { method }
}
