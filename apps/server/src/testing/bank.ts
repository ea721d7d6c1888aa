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
