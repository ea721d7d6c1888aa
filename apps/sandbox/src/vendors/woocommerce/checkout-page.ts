import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { escapeHtml } from '../identity/people.ts'
import type { Site, WooWorld } from './auth.ts'
import { MOST_PIECES } from './checkout.ts'
import { buy } from './orders.ts'
import { sendPage } from './page.ts'
import { frame } from './storefront.ts'

const Checkout = z.object({
  id: z.coerce.number().int().positive(),
  quantity: z.coerce.number().int().min(1).max(MOST_PIECES),
  first_name: plainText,
  last_name: plainText,
  email: plainText,
  phone: plainText.default(''),
  address_1: plainText,
  city: plainText,
  state: plainText.default(''),
  postcode: plainText.default(''),
  country: z.string().regex(/^[A-Z]{2}$/),
})

/** What a customer sees after the form. */
export async function checkoutPage(world: WooWorld, site: Site, request: FastifyRequest, reply: FastifyReply) {
  const input = Checkout.safeParse(request.body)
  if (!input.success)
    return sendPage(reply, 400, frame(world, site, 'Checkout', '<h1>Please fill in the whole form</h1>'))
  const { id, quantity, ...person } = input.data
  try {
    const items = [{ id, quantity }]
    const row = await buy(world, site, { person: { ...person, company: '', address_2: '' }, items })
    const thanks = `<h1>Thank you. Your order has been received.</h1><p>Order number: ${row.id}</p>`
    return await sendPage(reply, 200, frame(world, site, 'Order received', thanks))
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return sendPage(reply, 409, frame(world, site, 'Checkout', `<h1>${escapeHtml(error.message)}</h1>`))
  }
}
