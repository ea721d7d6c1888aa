import { expect, inject, test } from 'vitest'
import { call, mustBeQuiet, setFaults } from './browser.ts'
import {
  account,
  addressOf,
  importThem,
  listed,
  open,
  product,
  rows,
  some,
  tracker,
  undoInTracker,
  until,
} from './whole-products.ts'

test('50 products from a file, three of them wrong and put right', async () => {
  const me = await account('Ida')
  const good = some(0, 50)
  const [first, second, ...rest] = good
  const nowhere = '999999999999'
  const lines = [
    'source,product_id,url,title,price,tags',
    ...rest.map(({ source, source_product_id }) => `${source},${source_product_id},,,,`),
    `,,${addressOf(rest[0])},,,`,
    ',,https://www.example.com/nothing,Pots for herbs,19.90,"kitchen, new"',
    `ebay,${nowhere},,,,`,
  ]
  const seat = await open(me, '/app/products-import')
  const { page } = seat
  await page.getByRole('button', { name: 'Import by link or file' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import by link or file' })
  await dialog.getByRole('tab', { name: 'CSV file' }).click()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await dialog.getByRole('button', { name: 'Check 51 rows' }).click()
  const shown = dialog.getByRole('list', { name: 'Rows' }).getByRole('listitem')
  await dialog.getByText('49 will be imported · 1 skipped · 1 cannot be').waitFor()
  expect(await shown.count()).toBe(51)
  // What needs a hand stands first, each with its reason.
  expect(await shown.nth(0).innerText()).toMatch(/Pots for herbs[\s\S]*Cannot be imported/)
  expect(await shown.nth(1).innerText()).toMatch(/Skipped/)
  expect(await shown.nth(2).innerText()).toMatch(/Will be fetched first/)
  expect(await shown.nth(3).innerText()).toMatch(/variants[\s\S]*Will be imported/)
  await dialog.getByRole('textbox', { name: 'Correct row 51' }).fill(addressOf(first))
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await dialog.getByText('50 will be imported · 1 skipped · 0 cannot be').waitFor()

  // The supplier answers only once the fault is over, so that there is a middle to reload in, however slow the machine.
  await setFaults('ebay', [{ kind: 'latency', min_ms: 25_000, max_ms: 25_000 }])
  try {
    await dialog.getByRole('button', { name: 'Import 50 products' }).click()
    await tracker(page).getByRole('heading', { name: 'Importing 50 products' }).waitFor()
    await tracker(page).getByText('49 of 50').first().waitFor()
    await page.reload()
    await tracker(page).getByText('49 of 50').first().waitFor()
    await tracker(page).getByRole('heading', { name: 'Importing 50 products' }).waitFor()
  } finally {
    await setFaults('ebay', [])
  }
  await tracker(page)
    .getByText('49 done · 1 failed · 0 left')
    .waitFor({ timeout: 120_000 * inject('patience') })
  await tracker(page).getByRole('button', { name: 'Show', exact: true }).click()
  await tracker(page).getByRole('button', { name: 'Fix' }).click()
  const fix = page.getByRole('dialog', { name: 'Correct what failed' })
  await fix.getByRole('textbox', { name: /^Correct row/ }).fill(addressOf(second))
  await fix.getByRole('button', { name: 'Check', exact: true }).click()
  await fix.getByText('Corrected').waitFor()
  await fix.getByRole('button', { name: 'Try 1 row again' }).click()
  await page.getByText('50 products waiting to go live').waitFor()
  await tracker(page).getByRole('button', { name: 'Close the tracker' }).click()
  await tracker(page).waitFor({ state: 'hidden' })
  const { items, total } = await listed(me)
  expect(total).toBe(50)
  expect(new Set(items.map((item) => item.source_product_id))).toEqual(
    new Set(good.map((card) => card.source_product_id)),
  )
  const renamed = items.find((item) => item.source_product_id === first?.source_product_id)
  expect(renamed).toMatchObject({ title: 'Pots for herbs', price_min: 1990, price_max: 1990, tags: ['kitchen', 'new'] })
  mustBeQuiet(seat)
  await seat.context.close()
})

test('a product is split by an option, and put together again', async () => {
  const me = await account('Jo')
  const [item] = await importThem(
    me,
    some(0, 60)
      .filter(({ total_variants }) => total_variants > 3)
      .slice(0, 1),
  )
  const whole = await product(me, item?.product_id ?? '')
  const option = whole.options.find(({ values }) => values.length > 1)
  const seat = await open(me, '/app/products-import')
  const { page } = seat
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Split' }).click()
  const dialog = page.getByRole('dialog', { name: 'Split 1 product' })
  await dialog.getByRole('combobox', { name: 'Option' }).selectOption(option?.name ?? '')
  const parts = option?.values.length ?? 0
  await dialog.getByText(`1 product becomes ${parts}.`).waitFor()
  for (const value of option?.values ?? []) await dialog.getByText(value, { exact: false }).first().waitFor()
  await dialog.getByRole('button', { name: 'Split 1 product' }).click()
  await until('the parts in the list', 20, async () => (await rows(page).count()) === parts && true)
  const { items } = await listed(me)
  expect(items.reduce((sum, one) => sum + one.total_variants, 0)).toBe(whole.variants.length)
  await undoInTracker(page)
  await until('one product again', 20, async () => (await rows(page).count()) === 1 && true)
  expect(await product(me, item?.product_id ?? '')).toMatchObject({ title: whole.title, variants: whole.variants })
  mustBeQuiet(seat)
  await seat.context.close()
})

test('settings: split numbers, a formula with a mistake at its place, and the rule prices the next import', async () => {
  const me = await account('Rut')
  const seat = await open(me, '/app/setting/product')
  const { page } = seat
  const threshold = page.getByRole('textbox', { name: 'From how many variants' })
  await threshold.fill('150')
  await threshold.blur()
  expect(await threshold.inputValue()).toBe('100')
  const most = page.getByRole('textbox', { name: 'Most variants per new product' })
  await most.fill('40')
  await most.blur()
  await page.getByText('A product with 250 variants becomes 7 products.').waitFor()
  await until(
    'saved',
    10,
    async () =>
      (
        (await call('GET', '/center/products/setting/', me.token)) as {
          auto_split_variant_options: { max_variants_per_product: number }
        }
      ).auto_split_variant_options.max_variants_per_product === 40 && true,
  ) // the contract's shape
  await page.reload()
  await page.getByText('A product with 250 variants becomes 7 products.').waitFor()

  await page.goto('/app/setting/selling-price')
  const remove = page.getByRole('button', { name: /^Remove range \d+$/ })
  await remove.first().waitFor()
  while ((await remove.count()) > 1) await remove.last().click()
  await page
    .getByRole('combobox', { name: 'How range 1 is priced' })
    .or(page.getByRole('textbox', { name: 'How range 1 is priced' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Formula' }).click()
  const formula = page.getByRole('textbox', { name: 'Value of range 1' })
  await formula.fill('cost * 3 + shiping')
  await page.getByText('shiping is not known. There are cost, shipping, fee and tax.').waitFor()
  expect(await page.locator('mark').innerText()).toBe('shiping')
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await formula.fill('cost * 3 + 1.5')
  await page
    .getByRole('combobox', { name: 'Rounding' })
    .or(page.getByRole('textbox', { name: 'Rounding' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'exact' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/The rule was saved/).waitFor()
  const [item] = await importThem(me, some(3, 1))
  const { variants } = (await product(me, item?.product_id ?? '')) as unknown as {
    variants: { price: number; cost: number }[]
  } // more of the contract's shape
  expect(variants.map(({ price }) => price)).toEqual(variants.map(({ cost }) => cost * 3 + 150))
  mustBeQuiet(seat)
  await seat.context.close()
})
