/** Shopify's billing as tests see it: the page on which a merchant decides, and Shopify's own books, which judge. */
import type { SandboxProcess } from './open-sandbox.ts'

export interface StoreBooks {
  charges: { id: number; kind: 'plan' | 'once'; name: string; status: string; price: number; return_url: string }[]
  bills: { charge: string; reason: string; amount: number }[]
}

export const storeBooks = async (sandbox: SandboxProcess, shop: string): Promise<StoreBooks> =>
  (await sandbox.control(`/shopify/billing?shop=${shop}`)) as StoreBooks // the control route's own answer

/** Decides on Shopify's page, as a person without scripts would. Where it led back to. */
export async function decide(page: string, decision: 'approve' | 'decline' = 'approve'): Promise<string> {
  const reply = await fetch(page, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })
  return reply.headers.get('location') ?? `${reply.status}`
}
