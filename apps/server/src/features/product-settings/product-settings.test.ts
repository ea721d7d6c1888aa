import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productSettingsCalls as settings } from '@omni/contracts/product-settings.calls.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 3, variants: 2 })
const { ask } = server

test('each section is read as it was changed, what was left out stays, and another workplace keeps the defaults', async () => {
  const [maya, noor] = [await server.person(), await server.person()]
  const all = async () => (await ask(settings.getAllProductSettings, {}, maya)).body.data
  const before = await all()
  if (!before) throw new Error('no settings')

  const split = { ...before.auto_split_variant_options, threshold: 33 }
  await ask(settings.updateProductSettings, { auto_split_variant_options: split }, maya)
  expect((await ask(settings.getProductSettings, {}, maya)).body.data).toEqual({
    auto_split_variant_options: split,
    product_listings: before.product_listings,
  })

  await ask(settings.updateAutomationProduct, { actions: { remove_brand_words: ['Acme'] } }, maya)
  expect((await ask(settings.getAutomationProduct, {}, maya)).body.data).toEqual({
    ...before.automation_product,
    actions: { ...before.automation_product.actions, remove_brand_words: ['Acme'] },
  })

  await ask(settings.updateAutomationWritting, { tone: 'premium' }, maya)
  await ask(settings.setAutomationWrittingStatus, { status: true }, maya)
  expect((await ask(settings.getAutomationWritting, {}, maya)).body.data).toEqual({
    ...before.automation_writting,
    tone: 'premium',
    enabled: true,
  })

  await ask(settings.updateAutomationOptimizeImage, { square: true }, maya)
  await ask(settings.setAutomationOptimizeImageStatus, { status: true }, maya)
  expect((await ask(settings.getAutomationOptimizeImage, {}, maya)).body.data).toEqual({
    ...before.automation_optimize_image,
    square: true,
    enabled: true,
  })

  await ask(settings.updateMonitoring, { price_change_percent: 12 }, maya)
  expect((await ask(settings.getMonitoring, {}, maya)).body.data).toEqual({
    ...before.monitoring,
    price_change_percent: 12,
  })

  await ask(settings.updateListingSettings, { default_vendor: 'Maya & Co' }, maya)
  expect((await ask(settings.getListingSettings, {}, maya)).body.data).toEqual({
    ...before.product_listings,
    default_vendor: 'Maya & Co',
  })

  const { channels } = (await ask(settings.updateChannelSettings, { channel: 'tiktok', sync_order: false }, maya)).body
    .data ?? { channels: [] }
  expect(channels.find(({ channel }) => channel === 'tiktok')?.sync_order).toBe(false)
  expect((await all())?.channels).toEqual(channels)

  await ask(settings.updateAllProductSettings, { monitoring: { ...before.monitoring, on_gone: 'draft' } }, maya)
  expect((await all())?.monitoring).toEqual({ ...before.monitoring, on_gone: 'draft' })
  expect((await all())?.product_listings.default_vendor).toBe('Maya & Co')
  expect((await ask(settings.getAllProductSettings, {}, noor)).body.data).toEqual(before)
})

test('an automation says whether it is on, and whether there is a store it could act on', async () => {
  const maya = await server.person()
  const states = async () =>
    new Map(
      (await ask(settings.getInternalAutomation, {}, maya)).body.data?.automations.map(({ key, ...state }) => [
        key,
        state,
      ]),
    )
  expect((await states()).get('automation_writting')).toEqual({ enabled: false, available: false })
  await ask(settings.setAutomationWrittingStatus, { status: true }, maya)
  await server.behind.query(
    `insert into stores (workplace_id, platform, platform_domain, domain, store_name)
      values ($1, 'shopify', 'm.test', 'm.test', 'M')`,
    [maya.workplace_id],
  )
  expect((await states()).get('automation_writting')).toEqual({ enabled: true, available: true })
})

test('a price rule is refused where it is wrong, in words, and prices the next import when it is right', async () => {
  const maya = await server.person()
  const rule = (await ask(settings.getSellingPrice, {}, maya)).body.data
  const usd = rule?.rules['USD']
  const range = usd?.ranges[0]
  if (!rule || !usd || !range) throw new Error('no rule')
  const ranges = [{ ...range, from: 0, to: null, kind: 'formula' as const, formula: 'cost * 7 +' }]
  const wrong = await ask(settings.updateSellingPrice, { rules: { USD: { ...usd, ranges } } }, maya)
  expect(wrong.http).toBe(422)
  expect(wrong.body.errors).toEqual({
    'rules.USD.ranges.0.formula': ['Something is missing at place 11: a number, cost, shipping, fee or tax.'],
  })
  for (const [formula, sentence] of [
    ['cost / 0', 'The formula divides by zero.'],
    ['cost - 5', 'For a cost of $0.01 the formula gives a price of 0 or less. Use max(…, 0.99) to keep it above.'],
    ['cots * 2', 'cots is not known. There are cost, shipping, fee and tax.'],
  ] as const) {
    const tried = ranges.map((range) => ({ ...range, formula }))
    const refused = await ask(settings.updateSellingPrice, { rules: { USD: { ...usd, ranges: tried } } }, maya)
    expect(refused.body).toMatchObject({ success: false, message: sentence })
    expect(refused.body.errors).toEqual({ 'rules.USD.ranges.0.formula': [sentence] })
  }
  expect((await ask(settings.getSellingPrice, {}, maya)).body.data).toEqual(rule)
  const right = ranges.map((one) => ({ ...one, formula: 'cost * 7' }))
  await ask(
    settings.updateSellingPrice,
    { currency: 'USD', rules: { USD: { ...usd, ranges: right, rounding: 'none' } } },
    maya,
  )
  await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: 'p1' }, maya)
  const { rows } = await server.behind.query(
    'select v.price, l.cost from product_variants v join variant_suppliers l using (workplace_id, variant_id) where workplace_id = $1',
    [maya.workplace_id],
  )
  for (const { price, cost } of rows) expect(Number(price)).toBe(Number(cost) * 7)
  expect(rows.length).toBeGreaterThan(0)
})
