/** "Buy now": a form on a product's page, and what a customer sees after it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { escapeHtml } from '../identity/people.ts'
import { buy } from './orders.ts'
import { findShop } from './shops.ts'
import type { Shop, ShopifyWorld, VariantRow } from './tables.ts'
import { UserRefusal } from './user-errors.ts'

const MOST_PIECES = 10_000

const Checkout = z.object({
  product_id: z.coerce.number().int().positive(),
  variant_no: z.coerce.number().int().min(0),
  quantity: z.coerce.number().int().min(1).max(MOST_PIECES),
  first_name: plainText,
  last_name: plainText,
  email: plainText,
  phone: plainText.default(''),
  address1: plainText,
  address2: plainText.default(''),
  city: plainText,
  province: plainText.default(''),
  province_code: plainText.default(''),
  zip: plainText.default(''),
  country_code: z.enum(['US', 'DE', 'FR', 'GB', 'CA', 'AU', 'JP', 'CH', 'SE', 'BR']),
  note: plainText.default(''),
})

export function checkoutRoutes(
  app: FastifyInstance,
  world: ShopifyWorld,
  show: (shop: Shop, title: string, body: string) => string,
) {
  app.post<{ Params: { shop: string } }>('/:shop/checkout', { config: { asset: true } }, async (request, reply) => {
    const shop = await findShop(world, request.params.shop)
    const input = Checkout.safeParse(request.body)
    reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store' })
    if (!shop || !input.success)
      return reply.code(400).send(shop ? show(shop, 'Checkout', '<h1>Please fill in the whole form</h1>') : 'Not found')
    const { product_id, variant_no, quantity, first_name, last_name, email, phone, note, ...address } = input.data
    try {
      const row = await buy(world, shop, {
        buyer: { first_name, last_name, email, phone },
        address: { ...address, phone },
        items: [{ product_id, variant_no, quantity }],
        note,
      })
      return reply.send(show(shop, 'Thank you', `<h1>Thank you!</h1><p>Your order #${row.number} is confirmed.</p>`))
    } catch (error) {
      if (!(error instanceof BadInput) && !(error instanceof UserRefusal)) throw error
      return reply.code(409).send(show(shop, 'Checkout', `<h1>${escapeHtml(error.message)}</h1>`))
    }
  })
}

const FIELDS: [name: string, label: string, value: string][] = [
  ['first_name', 'First name', 'Ava'],
  ['last_name', 'Last name', 'Lindqvist'],
  ['email', 'Email', 'ava@example.test'],
  ['phone', 'Phone', '+1 512 555 0142'],
  ['address1', 'Address', '500 Congress Ave'],
  ['address2', 'Apartment', ''],
  ['city', 'City', 'Austin'],
  ['province', 'State', 'Texas'],
  ['province_code', 'State code', 'TX'],
  ['zip', 'ZIP code', '78701'],
]

export function checkoutForm(
  action: string,
  product_id: number,
  variants: readonly VariantRow[],
  countries: readonly string[] = Checkout.shape.country_code.options,
): string {
  const options = variants
    .map(({ no, option_values }) => `<option value="${no}">${escapeHtml(option_values.join(' / '))}</option>`)
    .join('')
  const inputs = FIELDS.map(
    ([name, label, value]) => `<label>${label}<input name="${name}" value="${escapeHtml(value)}"></label>`,
  ).join('')
  const places = countries.map((code) => `<option>${code}</option>`).join('')
  return `<form class="checkout" method="post" action="${action}">
    <input type="hidden" name="product_id" value="${product_id}">
    <label>Variant<select name="variant_no">${options}</select></label>
    <label>Quantity<input name="quantity" type="number" min="1" max="${MOST_PIECES}" value="1"></label>
    ${inputs}<label>Country<select name="country_code">${places}</select></label>
    <button>Buy now</button></form>`
}
