/** The sandbox's Paddle as tests see it: its page, as a person uses it, and its own books, which judge. */
import type { SandboxProcess } from './open-sandbox.ts'

export interface PaddleBooks {
  balance: number
  movements: {
    transaction: string
    subscription: string | null
    type: string
    amount: number
    tax: number
    fee: number
    reference: string
  }[]
  subscriptions: {
    id: string
    status: string
    item: { price_id: string }
    custom_data: { reference?: string } | null
  }[]
  transactions: { id: string; status: string; origin: string; subscription: string | null }[]
}

export const paddleBooks = async (sandbox: SandboxProcess): Promise<PaddleBooks> =>
  (await sandbox.control('/paddle/books')) as PaddleBooks // the control route's own answer

/** Types a card on Paddle's page. */
export async function payPlan(page: string, card_number = '4242424242424242', country = 'US') {
  const fields = { email: 'seller@omni.test', country, card_number, card_expiry: '12 / 34', card_cvc: '123' }
  const reply = await fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: reply.status, text: await reply.text() }
}
