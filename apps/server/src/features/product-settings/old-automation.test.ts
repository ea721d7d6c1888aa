import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { DEFAULT_PRODUCT_SETTINGS } from '@omni/domain/product-settings/defaults.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createPool, scopedDb } from '../../platform/db.ts'
import { migrate, migrations } from '../../platform/migrate.ts'
import { productSettings } from './settings.ts'

/** The migration that gave the switches of before the specification's shape. */
const RESHAPES = '0035_auto_update.sql'

const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const name = `older_${Math.random().toString(36).slice(2)}`
await admin.query(`create database ${name}`)
const url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
const behind = new pg.Pool({ connectionString: url, max: 2 })
behind.on('error', () => {}) // the database is dropped under it at the end
const pool = createPool(url, 2)
afterAll(async () => {
  await Promise.all([behind.end(), pool.end()])
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

/** A workplace of the version before, with settings as that version stored them. */
async function workplaceOfBefore(settings: object): Promise<string> {
  const workplace_id = randomUUID()
  await behind.query(`insert into workplaces (workplace_id, name) values ($1, 'Northwind')`, [workplace_id])
  await behind.query('insert into product_settings (workplace_id, settings) values ($1, $2)', [workplace_id, settings])
  return workplace_id
}

interface StoreOfBefore {
  status?: string
  is_default?: boolean
  days_old?: number
}

async function storeOf(workplace_id: string, { status = 'active', is_default = false, days_old = 0 }: StoreOfBefore) {
  const store_id = randomUUID()
  await behind.query(
    `insert into stores (workplace_id, store_id, platform, platform_domain, domain, store_name, status, is_default, created_at)
     values ($1, $2, 'shopify', $3, $3, 'Shop', $4, $5, now() - make_interval(days => $6))`,
    [workplace_id, store_id, `${store_id}.myshopify.com`, status, is_default, days_old],
  )
  return store_id
}

const stored = async (workplace_id: string): Promise<Record<string, unknown>> =>
  (await behind.query('select settings from product_settings where workplace_id = $1', [workplace_id])).rows[0].settings

/** What the call answers today: it fails on a shape that is not the contract's. */
const automationOf = async (workplace_id: string) =>
  productSettingsCalls.getAutomationProduct.data.parse(
    await scopedDb(pool, { workplace_id }).read(
      async (tx) => (await productSettings(tx, workplace_id)).automation_product,
    ),
  )

test('switches of before become actions: what was on stays on, and pushing names the store it pushed to', async () => {
  const all = migrations()
  const before = all.filter((one) => one.name < RESHAPES)
  expect(all[before.length]?.name).toBe(RESHAPES)
  await migrate(url, before)

  const switches = {
    auto_price_on_import: false,
    auto_tag_by_source: true,
    strip_supplier_links: false,
    remove_brand_words: ['Acme', 'Ünder'],
  }
  const others = { monitoring: { price_change_percent: 12 } }
  const pushes = { ...others, automation_product: { auto_push_after_import: true, ...switches } }
  const byDefault = await workplaceOfBefore(pushes)
  await storeOf(byDefault, { days_old: 9 })
  const chosen = await storeOf(byDefault, { is_default: true })
  const byAge = await workplaceOfBefore(pushes)
  await storeOf(byAge, { status: 'disconnected', days_old: 9 })
  await storeOf(byAge, { days_old: 1 })
  const oldest = await storeOf(byAge, { days_old: 5 })
  const storeless = await workplaceOfBefore(pushes)
  const quiet = await workplaceOfBefore({ automation_product: { auto_push_after_import: false, ...switches } })
  await storeOf(quiet, { is_default: true })
  const partly = await workplaceOfBefore({ automation_product: { auto_tag_by_source: true } })
  const untouched = await workplaceOfBefore(others)

  expect((await migrate(url)).at(0)).toBe(RESHAPES)

  const defaults = DEFAULT_PRODUCT_SETTINGS.automation_product
  const pushesTo = (...store_ids: string[]) => ({
    ...defaults,
    actions: { ...switches, pushed_connected_channels: { publish_status: 'active', store_ids } },
  })
  expect(await automationOf(byDefault)).toEqual(pushesTo(chosen))
  expect(await automationOf(byAge)).toEqual(pushesTo(oldest))
  expect(await automationOf(storeless)).toEqual(pushesTo())
  expect(await automationOf(quiet)).toEqual(pushesTo())
  expect(await automationOf(partly)).toEqual({
    ...defaults,
    actions: { ...defaults.actions, auto_tag_by_source: true },
  })
  expect(await automationOf(untouched)).toEqual(defaults)
  // Nothing of the old shape is left beside the new one, and the other sections are as they were.
  expect(await stored(quiet)).toEqual({ automation_product: { actions: switches } })
  expect(await stored(untouched)).toEqual(others)
  expect((await stored(byDefault))['monitoring']).toEqual(others.monitoring)
}, 120_000)
