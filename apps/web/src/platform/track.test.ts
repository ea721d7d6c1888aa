import { beforeEach, expect, test, vi } from 'vitest'

const sent: { url: string; body: unknown }[] = []
beforeEach(() => {
  sent.length = 0
  vi.resetModules()
  vi.unstubAllEnvs()
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: { body: string }) => {
      sent.push({ url, body: JSON.parse(body) })
      return new Response('{"status":200,"success":true,"message":"","data":{"accepted":true}}')
    }),
  )
})
const good = { source: 'cj', source_product_id: '77' }

test('an import is told with its product, place and outcome; without a data layer nobody else hears of it', async () => {
  const { trackProduct } = await import('./track.ts')
  trackProduct('import', good, { position: 3, status: 1 })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toContainEqual({
    url: '/api/products/interactions',
    body: { source: 'cj', product_id: '77', interaction: 'import', data: { position: 3, status: 1 } },
  })
  expect(sent.find(({ url }) => url === '/api/log/events')?.body).toMatchObject({ event_name: 'ec_import' })
  expect(window).not.toHaveProperty('dataLayer')
})

test('an operator who names a data layer gets each event there too', async () => {
  vi.stubEnv('VITE_DATA_LAYER', 'dataLayer')
  const { track, trackAction } = await import('./track.ts')
  track('upgrade_shown', { feature: 'IMPORT_PRODUCT' })
  trackAction('push', { count: 2 })
  expect(window).toMatchObject({
    dataLayer: [
      { event: 'upgrade_shown', feature: 'IMPORT_PRODUCT' },
      { event: 'ec_push', count: 2 },
    ],
  })
  await vi.waitFor(() => expect(sent.map(({ url }) => url)).toContain('/api/log/user_action'))
})
