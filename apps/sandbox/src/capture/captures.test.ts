import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { supplyWorld } from '../catalogue/make-world.ts'
import type { SandboxConfig } from '../frame/world.ts'
import { freePort, useSandbox } from '../test-sandbox.ts'
import { alibaba } from '../vendors/alibaba/index.ts'
import { temu } from '../vendors/temu/index.ts'

let got: { path: string; captures: { url: string; captured_at: string; data: unknown }[]; signed: boolean }[] = []
const omni = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const right = createHmac('sha256', 'sandbox-capture-secret').update(body).digest('hex')
    got.push({
      path: request.url ?? '',
      captures: JSON.parse(body).captures,
      signed: request.headers['x-capture-signature'] === right,
    })
    response.writeHead(202).end()
  })
})
const port = await freePort()
beforeAll(() => new Promise<void>((done) => omni.listen(port, '127.0.0.1', done)))
afterAll(() => void omni.close())
const more: Partial<SandboxConfig> = { omni_url: `http://127.0.0.1:${port}`, products: 520 }
const sandbox = useSandbox([temu, alibaba], more)
const { temu: shop, alibaba: wholesale } = supplyWorld(more).offers
const start = (vendor: string) => sandbox.send('POST', `/control/vendors/${vendor}/actions/send_captures`)

test('pages hold their data as the real ones do', async () => {
  for (const [offer, path, name] of [
    [shop[5], '/temu/us/any-words-g-', 'rawData'],
    [wholesale[5], '/alibaba/product-detail/any-words_', 'detailData'],
  ] as const) {
    const { status, body } = await sandbox.get(`${path}${offer?.id}.html`)
    expect(status).toBe(200)
    const data = JSON.parse(new RegExp(`window\\.${name}=(.*)</script>`).exec(body)?.[1] ?? '')
    expect(JSON.stringify(data)).toContain(JSON.stringify(offer?.title).slice(1, -1))
  }
  expect((await sandbox.get('/temu/us/gone-g-1.html')).status).toBe(404)
})

test('nothing is sent before somebody asks', async () => {
  await sandbox.send('POST', '/control/clock', { advance_ms: 1000 })
  expect(got).toEqual([])
})

test('all of a shop once a day, twenty at a time, signed; a restart goes on where it was', async () => {
  await start('temu')
  await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 5000 * inject('patience') })
  await sandbox.restart()
  await vi.waitFor(() => expect(got).toHaveLength(2), { timeout: 5000 * inject('patience') })
  expect(got.every(({ signed, path }) => signed && path === '/hooks/captures/temu')).toBe(true)
  const ids = got.flatMap(({ captures }) => captures).map(({ url }) => /-g-(\d+)\.html$/.exec(url)?.[1])
  expect(ids).toEqual(shop.map(({ id }) => id))
  await sandbox.send('POST', '/control/clock', { advance_ms: 1000 })
  expect(got).toHaveLength(2)
  await sandbox.send('POST', '/control/clock', { advance_ms: 86_400_000 })
  await vi.waitFor(() => expect(got.length).toBeGreaterThan(2), { timeout: 5000 * inject('patience') })
})

test('wholesale pages have ladder prices and a smallest order', async () => {
  got = []
  await sandbox.send('POST', '/control/vendors/temu/actions/stop_captures')
  await start('alibaba')
  await vi.waitFor(() => expect(got.find(({ path }) => path.endsWith('alibaba'))).toBeDefined(), {
    timeout: 5000 * inject('patience'),
  })
  const [capture] = got.find(({ path }) => path.endsWith('alibaba'))?.captures ?? []
  const data = capture?.data as
    | {
        globalData: {
          product: {
            moq: number
            price: { productLadderPrices: { min?: number; minQuantity?: number; max: number; price: string }[] }
          }
        }
      }
    | undefined // as detailData writes it
  const ladder = data?.globalData.product.price.productLadderPrices ?? []
  expect(ladder[0]?.min ?? ladder[0]?.minQuantity).toBe(data?.globalData.product.moq)
  expect(ladder.at(-1)?.max).toBe(-1)
  expect(ladder.map(({ price }) => Number(price))).toEqual(
    ladder.map(({ price }) => Number(price)).toSorted((a, b) => b - a),
  )
})
