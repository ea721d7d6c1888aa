/** A supplier of the house's protocol that answers at once and forgets nothing until it ends. Only for measuring. */
import { createServer } from 'node:http'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const SERVICE = {
  service_code: 'standard',
  service_name: 'Standard',
  price: usd(300),
  min_days: 5,
  max_days: 9,
  ship_from: 'CN',
  tracked: true,
}
const PRICE = 1000
const totals = new Map<string, { reference: string; total: number }>()
let made = 0

type Line = { sku_id: string; quantity: number }
type Body = { reference?: string; lines?: Line[] }
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { quantity }) => sum + quantity * PRICE, 0)

const order = (order_id: string, paid_at: string | null) => ({
  order_id,
  reference: totals.get(order_id)?.reference ?? '',
  status: paid_at ? 'paid' : 'received',
  total: usd(totals.get(order_id)?.total ?? 0),
  paid_at,
  shipments: [],
})

function answer(path: string, { reference = '', lines = [] }: Body): unknown {
  if (path.endsWith('/account')) return { account_id: 'bench', name: 'Bench' }
  if (path.endsWith('/order-quotes'))
    return {
      lines: lines.map(({ sku_id, quantity }) => ({ sku_id, quantity, price: usd(PRICE) })),
      items_total: usd(sumOf(lines)),
      services: [SERVICE],
    }
  if (path.endsWith('/pay')) return order(path.split('/').at(-2) ?? '', new Date().toISOString())
  const order_id = `Z${++made}`
  totals.set(order_id, { reference, total: sumOf(lines) + SERVICE.price.amount })
  return order(order_id, null)
}

const server = createServer((request, reply) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk))
  request.on('end', () => {
    const body = JSON.stringify(answer(request.url ?? '', text ? (JSON.parse(text) as Body) : {})) // our own connector
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
