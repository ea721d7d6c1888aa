/** "Buy now": the form on a product's page. */
import { escapeHtml } from '../identity/people.ts'

export const MOST_PIECES = 10_000

const FIELDS: [name: string, label: string, value: string][] = [
  ['first_name', 'First name', 'Lea'],
  ['last_name', 'Last name', 'Fontaine'],
  ['email', 'Email', 'lea@example.test'],
  ['phone', 'Phone', '+33472000000'],
  ['address_1', 'Street address', '12 Rue de la République'],
  ['city', 'Town / City', 'Lyon'],
  ['state', 'State', ''],
  ['postcode', 'Postcode', '69002'],
  ['country', 'Country', 'FR'],
]

export function checkoutForm(action: string, choices: readonly { id: number; name: string }[]): string {
  const options = choices.map(({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`).join('')
  const inputs = FIELDS.map(
    ([name, label, value]) => `<p><label>${label} <input name="${name}" value="${escapeHtml(value)}"></label></p>`,
  ).join('')
  return `<form method="post" action="${escapeHtml(action)}">
    <p><label>Variant <select name="id">${options}</select></label></p>
    <p><label>Quantity <input name="quantity" type="number" min="1" max="${MOST_PIECES}" value="1"></label></p>
    ${inputs}<p><button>Buy now</button></p></form>`
}
