import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { describe, expect, test } from 'vitest'
import { cardsOf } from '../catalog/cards.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 400, variants: 4 })
const { ask } = server
const id = (n: number) => `p${n}`
const items = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ product_id: id(from + at), source: 'cj' as const }))

/** The counters against the truth. */
async function recount(workplace_id: string) {
  const {
    rows: [truth],
  } = await server.behind.query(
    `select count(*)::int as total, (count(*) filter (where pushed = 'unpushed'))::int as unpushed,
      (count(*) filter (where tracking = 'tracking'))::int as tracking,
    (count(*) filter (where tracking = 'partial'))::int as partial,
      (count(*) filter (where tracking = 'not_tracking'))::int as not_tracking, coalesce(sum(enabled_variants),
      0)::int as skus, coalesce(sum(skus_tracking), 0)::int as skus_tracking,
    (select count(distinct s)::int from products q, unnest(q.sources) s
      where q.workplace_id = $1 and q.deleted_at is null) as source_products from products
      where workplace_id = $1 and deleted_at is null`,
    [workplace_id],
  )
  const {
    rows: [kept],
  } = await server.behind.query(
    'select total, unpushed, tracking, partial, not_tracking, skus, skus_tracking, source_products from product_counts where workplace_id = $1',
    [workplace_id],
  )
  expect(kept ?? { total: 0 }).toMatchObject(truth.total === 0 && !kept ? { total: 0 } : truth)
  const { rows: words } = await server.behind.query(
    `select kind, name, products from product_word_counts where workplace_id = $1 and products <> 0 order by kind, name`,
    [workplace_id],
  )
  const { rows: real } = await server.behind.query(
    `select kind, name, count(*)::int as products from (
    select 'tag' as kind, unnest(tags) as name from products where workplace_id = $1 and deleted_at is null
      union all select 'collection', unnest(collections) from products where workplace_id = $1 and deleted_at is null
    union all select 'source', unnest(sources) from products where workplace_id = $1 and deleted_at is null) w
      group by kind, name order by kind, name`,
    [workplace_id],
  )
  expect(words).toEqual(real)
  const { rows: sellers } = await server.behind.query(
    'select source, seller_id, products, skus from supplier_product_counts where workplace_id = $1 and products <> 0 order by 1, 2',
    [workplace_id],
  )
  const { rows: realSellers } = await server.behind.query(
    `select source, coalesce(seller_id, '') as seller_id, count(*)::int as products,
      sum(enabled_variants)::int as skus from products where workplace_id = $1 and deleted_at is null group by 1, 2
      order by 1, 2`,
    [workplace_id],
  )
  expect(sellers).toEqual(realSellers)
}

describe('importing', () => {
  test('copies what the seller needs, priced by the rule, and counts it', async () => {
    const maya = await server.person()
    const reply = await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: id(1) }, maya)
    expect(reply.body).toMatchObject({ success: true, data: { status: 'ready' } })
    const imported_as = reply.body.data?.product_package_id
    const cards = await server.runtime.db({ workplace_id: maya.workplace_id }).read(async (tx) => {
      const rows = await tx
        .selectFrom('catalog_products')
        .select('id')
        .where('source', '=', 'cj')
        .where('source_product_id', 'in', [id(1), id(2)])
        .orderBy('id')
        .execute()
      return cardsOf(
        tx,
        maya,
        rows.map((row) => Number(row.id)),
        'US',
      )
    })
    expect(cards).toMatchObject([
      { source_product_id: id(1), imported: true, imported_as },
      { source_product_id: id(2), imported: false, imported_as: null },
    ])
    const list = await ask(importListCalls.listImportList, {}, maya)
    expect(list.body.data).toMatchObject({
      total: 1,
      items: [
        {
          source: 'cj',
          source_product_id: id(1),
          total_variants: 4,
          suppliers: 1,
          pushed: 'unpushed',
          tracking: 'tracking',
        },
      ],
    })
    const row = list.body.data?.items[0]
    expect(row?.price_min).toBeGreaterThan(row?.cost_min ?? 0)
    expect((row?.price_min ?? 0) % 100).toBe(99)
    const counts = await ask(importListCalls.getProductCounts, {}, maya)
    expect(counts.body.data).toMatchObject({
      all: 1,
      unpushed: 1,
      suppliers: { source_products: 1, products: { total: 1, tracking: 1 }, skus: { total: 4, tracking: 4 } },
    })
    const plan = await ask(billingCalls.getCurrentPlan, {}, maya)
    expect(plan.body.data?.features['IMPORT_PRODUCT']?.usage).toBe(1)
    const again = await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: id(1) }, maya)
    expect(again.body).toMatchObject({ success: false, status: 201 })
    await recount(maya.workplace_id)
  })

  test('fifty parallel identical calls import once', async () => {
    const maya = await server.person()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: id(2) }, maya),
      ),
    )
    expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
    expect(replies.filter(({ http }) => http >= 500)).toHaveLength(0)
    const plan = await ask(billingCalls.getCurrentPlan, {}, maya)
    expect(plan.body.data?.features['IMPORT_PRODUCT']?.usage).toBe(1)
    await recount(maya.workplace_id)
  })

  test('the quota is the account’s: many calls at once, from two workplaces, never pass it', async () => {
    const maya = await server.person()
    const second = await ask(workplaceCalls.createWorkplace, { name: 'Second' }, maya)
    const places = [maya.workplace_id, second.body.data?.id ?? '']
    // The free plan has 100 a cycle; these want 160.
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ask(importListCalls.importAll, { import_data: items(200 + n * 20, 220 + n * 20) }, maya, {
          'workplace-id': places[n % 2] ?? '',
        }),
      ),
    )
    const { rowCount } = await server.behind.query('select from products where workplace_id = any($1)', [places])
    expect(rowCount).toBe(100)
  })

  test('several at once: maps of what succeeded and failed; the quota alone refusing all is quota expired', async () => {
    const maya = await server.person()
    const first = await ask(
      importListCalls.importAll,
      {
        import_data: [...items(10, 60), { product_id: 'nowhere', source: 'cj' }, { product_id: id(10), source: 'cj' }],
      },
      maya,
      // As the browser sends it.
      { 'idempotency-key': crypto.randomUUID() },
    )
    expect(Object.keys(first.body.data?.success ?? {}).filter((key) => key.includes(':'))).toHaveLength(50)
    expect(first.body.data?.failed['cj:nowhere']).toMatchObject({ code: 'BAD_REQUEST' })
    // The free plan has 100 a cycle: 50 more fit, then none.
    const second = await ask(importListCalls.importAll, { import_data: items(60, 130) }, maya)
    expect(Object.keys(second.body.data?.success ?? {}).filter((key) => key.includes(':'))).toHaveLength(50)
    expect(Object.values(second.body.data?.failed ?? {}).every(({ code }) => code === 'EXCEED_QUOTA_LIMIT')).toBe(true)
    const third = await ask(importListCalls.importAll, { import_data: items(130, 133) }, maya)
    expect(third.body).toMatchObject({ success: false, status: 401 })
    await recount(maya.workplace_id)
  })

  test('a pasted list and a file are read row by row, run in the background, and failed rows can be corrected', async () => {
    const maya = await server.person()
    const csv = [
      'source,product_id,title,price,tags',
      `cj,${id(200)},My own title,19.99,"new, summer"`,
      `cj,${id(201)},,,`,
      'cj,not here!,,,',
      `cj,${id(200)},,,`,
      `cj,${id(202)},,abc,`,
    ].join('\n')
    const preview = await ask(importListCalls.previewImport, { kind: 'csv', text: csv }, maya)
    expect(preview.body.data).toMatchObject({ format: 'omni', will_import: 2, will_skip: 1, will_fail: 2 })
    const run = await ask(
      importListCalls.runImport,
      {
        rows: [
          { line: 2, source: 'cj', product_id: id(200), title: 'My own title', price: 1999, tags: ['new', 'summer'] },
          { line: 3, source: 'cj', product_id: id(201) },
          { line: 4, source: 'cj', product_id: 'missing' },
        ],
      },
      maya,
    )
    await server.runJobs(2)
    const list = await ask(importListCalls.listImportList, { sort: 'oldest' }, maya)
    expect(list.body.data?.total).toBe(2)
    expect(list.body.data?.items).toContainEqual(
      expect.objectContaining({ title: 'My own title', price_min: 1999, price_max: 1999, tags: ['new', 'summer'] }),
    )
    const rows = await ask(jobTrackerCalls.listJobRows, { run_id: run.body.data?.run_id ?? '' }, maya)
    expect(rows.body.data?.rows).toMatchObject([{ row: 2, fix: 'edit' }])
    await ask(
      jobTrackerCalls.retryRun,
      { run_id: run.body.data?.run_id ?? '', rows: [{ row: 2, source: 'cj', product_id: id(203) }] },
      maya,
    )
    await server.runJobs(2)
    expect((await ask(importListCalls.listImportList, {}, maya)).body.data?.total).toBe(3)
    const jobs = await ask(jobTrackerCalls.listJobs, {}, maya)
    expect(jobs.body.data?.entries.every(({ status, import: imported }) => status === 'success' && imported)).toBe(true)
    expect((await ask(jobTrackerCalls.closeJobs, {}, maya)).body.data?.closed).toBe(1)
    expect((await ask(jobTrackerCalls.listJobs, {}, maya)).body.data?.entries).toEqual([])
    await recount(maya.workplace_id)
  })
})

test('prices are read by the habit of the file, and what is no price is refused with its row and reason', async () => {
  const maya = await server.person()
  const preview = async (...lines: string[]) =>
    (await ask(importListCalls.previewImport, { kind: 'csv', text: lines.join('\n') }, maya)).body.data?.rows ?? []
  const german = await preview('source;product_id;price', 'cj;p300;1.234,56', 'cj;p301;1.234', 'cj;p302;8,49€')
  expect(german.map(({ changes }) => changes.price)).toEqual([123_456, 123_400, 849])
  const english = await preview('source,product_id,price', 'cj,p300,"1,234"', 'cj,p301,US $5.99')
  expect(english.map(({ changes }) => changes.price)).toEqual([123_400, 599])
  const wrong = await preview('source,product_id,price', 'cj,p300,1e9', 'cj,p301,12abc')
  expect(wrong).toMatchObject([
    { line: 2, will: 'fail', reason: 'Row 2: "1e9" is not a price. Write it like 12.99.' },
    { line: 3, will: 'fail', reason: 'Row 3: "12abc" is not a price. Write it like 12.99.' },
  ])
  const [long] = await preview('source,product_id,title', `cj,p300,${'long '.repeat(60)}`)
  expect(long).toMatchObject({ will: 'import', notes: ['The title is cut to 255 characters.'] })
  expect(long?.changes.title?.length).toBeLessThanOrEqual(255)
})

test('rows of variants become one product: those are sold, at their prices, and the others are switched off', async () => {
  const maya = await server.person()
  const {
    rows: [first, second],
  } = await server.behind.query<{ sku_id: string; values: string }>(`
    select sku_id, (select string_agg(p ->> 'value', ' / ') from jsonb_array_elements(sku_property) p) as values
    from catalog_variants v join catalog_products c on c.id = v.product_id
    where c.source = 'cj' and c.source_product_id = 'p310' order by v.position limit 2`)
  const csv = [
    'Supplier Platform,Supplier Product ID,Product Title,Supplier Variant,Selling Price',
    `CJ,p310,From DSers,${first?.values},21.50`,
    `CJ,p310,,${second?.sku_id},22.50`,
    'CJ,p310,,Purple / Huge,23.50',
  ].join('\n')
  const { data } = (await ask(importListCalls.previewImport, { kind: 'csv', text: csv }, maya)).body
  expect(data).toMatchObject({
    format: 'dsers',
    will_import: 1,
    will_skip: 0,
    rows: [{ line: 2, notes: ['Row 4: the supplier has no variant "Purple / Huge"; it is left out.'] }],
  })
  const variants = data?.rows[0]?.changes.variants ?? []
  expect(variants.map(({ price }) => price)).toEqual([2150, 2250])
  await ask(importListCalls.runImport, { rows: [{ line: 2, source: 'cj', product_id: 'p310', variants }] }, maya)
  await server.runJobs(2)
  const { rows } = await server.behind.query(
    `select l.sku_id, v.enabled, v.price::int from product_variants v
      join variant_suppliers l using (workplace_id, variant_id) where v.workplace_id = $1 order by v.position`,
    [maya.workplace_id],
  )
  expect(rows).toHaveLength(4)
  expect(rows.filter(({ enabled }) => enabled)).toEqual([
    { sku_id: first?.sku_id, enabled: true, price: 2150 },
    { sku_id: second?.sku_id, enabled: true, price: 2250 },
  ])
  const unknown = await ask(
    importListCalls.previewImport,
    { kind: 'csv', text: 'source,product_id,variant\ncj,p311,Purple / Huge' },
    maya,
  )
  expect(unknown.body.data?.rows[0]).toMatchObject({ will: 'fail', reason_key: 'imports.variants_unknown' })
  await recount(maya.workplace_id)
})

describe('editing many', () => {
  test('previewed, run, undone exactly; a later edit stays and is named; every job runs twice and works once', async () => {
    const maya = await server.person()
    await ask(importListCalls.importAll, { import_data: items(20, 60) }, maya)
    const before = (
      await server.behind.query('select product_id, title, tags from products where workplace_id = $1 order by 1', [
        maya.workplace_id,
      ])
    ).rows
    const prices = (
      await server.behind.query('select variant_id, price from product_variants where workplace_id = $1 order by 1', [
        maya.workplace_id,
      ])
    ).rows
    const edits = [
      { field: 'title' as const, how: 'append' as const, value: ' - sale' },
      { field: 'price' as const, how: 'percent' as const, value: -10 },
      { field: 'tags' as const, how: 'tags_add' as const, value: ['sale'] },
    ]
    const selection = { all: { view: 'import' as const } }
    const preview = await ask(bulkEditCalls.bulkUpdate, { selection, edits, preview: true }, maya)
    expect(preview.body.data).toMatchObject({ run_id: null, total: 40, will_change: 40, refused: 0 })
    expect(preview.body.data?.diffs[0]?.changes.length).toBeGreaterThan(2)
    const run = await ask(bulkEditCalls.bulkUpdate, { selection, edits }, maya)
    await server.runJobs(2)
    const after = (
      await server.behind.query('select title, tags, revision from products where workplace_id = $1', [
        maya.workplace_id,
      ])
    ).rows
    expect(
      after.every(
        ({ title, tags, revision }) =>
          String(title).endsWith(' - sale') &&
          !String(title).endsWith(' - sale - sale') &&
          tags.includes('sale') &&
          revision === 2,
      ),
    ).toBe(true)
    await recount(maya.workplace_id)
    const edited = before[3]
    await ask(
      editorCalls.saveProduct,
      {
        id: edited.product_id,
        save_id: crypto.randomUUID(),
        client_id: 'tab',
        base_revision: 2,
        changes: { title: 'By hand' },
      },
      maya,
    )
    const undo = await ask(jobTrackerCalls.undoRun, { run_id: run.body.data?.run_id ?? '' }, maya)
    expect(undo.body.data).toMatchObject({ total: 40 })
    await server.runJobs(2)
    const undone = await ask(jobTrackerCalls.getUndoResult, { run_id: undo.body.data?.run_id ?? '' }, maya)
    expect(undone.body.data).toMatchObject({
      finished: true,
      restored: 40,
      failed: 0,
      more_conflicts: false,
      conflicts: [{ product_id: edited.product_id, field: 'title', now: 'By hand' }],
    })
    const restored = (
      await server.behind.query('select product_id, title, tags from products where workplace_id = $1 order by 1', [
        maya.workplace_id,
      ])
    ).rows
    expect(restored).toEqual(
      before.map((row) => (row.product_id === edited.product_id ? { ...row, title: 'By hand' } : row)),
    )
    expect(
      (
        await server.behind.query('select variant_id, price from product_variants where workplace_id = $1 order by 1', [
          maya.workplace_id,
        ])
      ).rows,
    ).toEqual(prices)
    // A second undo is the first one: nothing more is started.
    const again = await ask(jobTrackerCalls.undoRun, { run_id: run.body.data?.run_id ?? '' }, maya)
    expect(again.body.data).toEqual(undo.body.data)
    const { items: history } = (await ask(jobTrackerCalls.listRuns, {}, maya)).body.data ?? { items: [] }
    expect(history).toMatchObject([{ run_id: run.body.data?.run_id, status: 'undone', undo_until: null }])
    await recount(maya.workplace_id)
  })

  test('the price rule is previewed, applied and taken back', async () => {
    const maya = await server.person()
    await ask(importListCalls.importAll, { import_data: items(60, 65) }, maya)
    const {
      body: { data: rule },
    } = await ask(productSettingsCalls.getSellingPrice, {}, maya)
    if (!rule) throw new Error('no rule')
    const fivefold = {
      ...rule,
      rules: {
        USD: {
          ...rule.rules['USD'],
          ranges: [{ from: 0, to: null, kind: 'formula' as const, value: 0, formula: 'cost * 5 + shipping' }],
          compare_at: { kind: 'multiplier' as const, value: 1.5, formula: '' },
          rounding: '95' as const,
        },
      },
    }
    const selection = { all: { view: 'center' as const } }
    const preview = await ask(bulkEditCalls.setupSellingPrice, { selection, rule: fivefold, preview: true }, maya)
    expect(preview.body.data?.will_change).toBe(5)
    const wrong = await ask(
      bulkEditCalls.setupSellingPrice,
      {
        selection,
        rule: {
          ...fivefold,
          rules: {
            USD: {
              ...fivefold.rules.USD,
              ranges: [{ from: 0, to: null, kind: 'formula', value: 0, formula: 'cost * (2' }],
            },
          },
        },
      },
      maya,
    )
    expect(wrong.http).toBe(422)
    const run = await ask(bulkEditCalls.setupSellingPrice, { selection, rule: fivefold }, maya)
    await server.runJobs(2)
    const { rows } = await server.behind.query(
      'select v.price, v.compare_at_price, l.cost from product_variants v join variant_suppliers l using (workplace_id, product_id, variant_id) where v.workplace_id = $1',
      [maya.workplace_id],
    )
    expect(
      rows.every(
        ({ price, compare_at_price, cost }) =>
          Number(price) % 100 === 95 && Number(price) >= Number(cost) * 5 && Number(compare_at_price) > Number(price),
      ),
    ).toBe(true)
    const undo = await ask(jobTrackerCalls.undoRun, { run_id: run.body.data?.run_id ?? '' }, maya)
    await server.runJobs(2)
    const undone = await ask(jobTrackerCalls.getUndoResult, { run_id: undo.body.data?.run_id ?? '' }, maya)
    expect(undone.body.data).toMatchObject({ finished: true, restored: 5, conflicts: [] })
  })

  test('counters equal the truth after any sequence of operations', async () => {
    const maya = await server.person()
    await ask(importListCalls.importAll, { import_data: items(70, 100) }, maya)
    const state = { seed: 5 }
    const random = (below: number) => {
      state.seed = (state.seed * 1103515245 + 12345) % 2 ** 31
      return state.seed % below
    }
    const runs: string[] = []
    for (let step = 0; step < 40; step++) {
      const { rows } = await server.behind.query(
        'select product_id from products where workplace_id = $1 and deleted_at is null order by 1',
        [maya.workplace_id],
      )
      const ids = rows.map(({ product_id }) => String(product_id)).filter(() => random(4) === 0)
      const selection = { ids }
      const what = random(7)
      if (ids.length > 0 && what === 0)
        runs.push((await ask(importListCalls.deleteImported, { selection }, maya)).body.data?.run_id ?? '')
      if (ids.length > 0 && what === 1)
        runs.push(
          (await ask(importListCalls.duplicateImported, { selection: { ids: ids.slice(0, 3) } }, maya)).body.data
            ?.run_id ?? '',
        )
      if (ids.length > 0 && what === 2)
        runs.push(
          (
            await ask(
              importListCalls.splitImported,
              { selection: { ids: ids.slice(0, 3) }, by: 'option', option: 'Color' },
              maya,
            )
          ).body.data?.run_id ?? '',
        )
      if (ids.length > 0 && what === 3)
        runs.push(
          (
            await ask(
              bulkEditCalls.bulkUpdate,
              {
                selection,
                edits: [
                  { field: 'tags', how: 'tags_add', value: [`t${step}`] },
                  { field: 'enabled', how: 'set', value: random(2) === 0 },
                ],
              },
              maya,
            )
          ).body.data?.run_id ?? '',
        )
      if (ids.length > 0 && what === 4)
        await ask(productCenterCalls.setTracking, { selection, tracking: random(2) === 0 }, maya)
      await server.runJobs()
      if (what >= 5 && runs.length > 0)
        await ask(jobTrackerCalls.undoRun, { run_id: runs[random(runs.length)] ?? '' }, maya)
      await server.runJobs()
      await recount(maya.workplace_id)
    }
  }, 120_000)
})

describe('split and duplicate', () => {
  test('a split that would split nothing is refused before it starts', async () => {
    const maya = await server.person()
    await ask(importListCalls.importAll, { import_data: items(104, 105) }, maya)
    const split = (preview: boolean) =>
      ask(
        importListCalls.splitImported,
        { selection: { all: { view: 'import' } }, by: 'option', option: 'No such option', preview },
        maya,
      )
    expect((await split(true)).body.data?.products.map(({ parts }) => parts)).toEqual([1])
    expect((await split(false)).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Nothing would be split'),
    })
    const { rows } = await server.behind.query(`select 1 from runs where workplace_id = $1 and kind = 'split'`, [
      maya.workplace_id,
    ])
    expect(rows).toEqual([])
  })

  test('a split keeps every variant exactly once, and comes back', async () => {
    const maya = await server.person()
    await ask(importListCalls.importAll, { import_data: items(100, 102) }, maya)
    const variants = async () =>
      (
        await server.behind.query(
          `select v.option_values, v.price from product_variants v join products p using (workplace_id, product_id)
            where workplace_id = $1 and p.deleted_at is null order by v.price, 1`,
          [maya.workplace_id],
        )
      ).rows.length
    const before = await variants()
    const preview = await ask(
      importListCalls.splitImported,
      { selection: { all: { view: 'import' } }, by: 'option', option: 'Color', preview: true },
      maya,
    )
    expect(preview.body.data?.products.every(({ parts }) => parts === 2)).toBe(true)
    const run = await ask(
      importListCalls.splitImported,
      { selection: { all: { view: 'import' } }, by: 'option', option: 'Color' },
      maya,
    )
    await server.runJobs(2)
    expect(await variants()).toBe(before)
    expect((await ask(importListCalls.listImportList, {}, maya)).body.data?.total).toBe(4)
    const status = await ask(importListCalls.getSplitStatus, { trackingId: run.body.data?.run_id ?? '' }, maya)
    expect(status.body.data).toMatchObject({ status: 'success', done: 2 })
    expect(status.body.data?.product_ids).toHaveLength(4)
    await ask(jobTrackerCalls.undoRun, { run_id: run.body.data?.run_id ?? '' }, maya)
    await server.runJobs(2)
    expect((await ask(importListCalls.listImportList, {}, maya)).body.data?.total).toBe(2)
    expect(await variants()).toBe(before)
    await recount(maya.workplace_id)
  })
})
