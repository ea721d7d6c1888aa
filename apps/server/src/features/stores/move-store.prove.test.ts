/** A store of another owner: what moves it, what does not, and who is told. */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { storeCalls as calls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { siteKeys } from '../../testing/site-keys.ts'
import { testServer } from '../../testing/test-server.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL })
const { ask } = server
const SHOP = 'northwind-goods.myshopify.com'
const SITE = `${sandbox.url}/woocommerce/demo`
const [old, next, stranger] = [await server.person(), await server.person(), await server.person()]

/** Time goes on by a little, and everything that is due then is done. */
async function settle() {
  for (let round = 0; round < 6; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + 3_000)
    if ((await server.runJobs()).length === 0) return
  }
}

async function connect(platform: 'shopify' | 'woocommerce', shop: string, as: typeof old) {
  if (platform === 'woocommerce') return ask(calls.connectByKeys, { ...(await siteKeys(sandbox, 'demo')), shop }, as)
  const { url = '' } = (await ask(calls.linkPlatform, { platform, shop }, as)).body.data ?? {}
  return ask(calls.installPlatform, { platform, query: await allowStore(url) }, as)
}
async function move(platform: 'shopify' | 'woocommerce', shop: string, as: typeof old) {
  if (platform === 'woocommerce')
    return ask(calls.connectByKeys, { ...(await siteKeys(sandbox, 'demo')), shop, moves: true }, as)
  const { url = '' } = (await ask(calls.migrateStore, { platform, shop }, as)).body.data ?? {}
  return ask(calls.installPlatform, { platform, query: await allowStore(url) }, as)
}
const storesOf = async (as: typeof old) => {
  const { items = [] } = (await ask(calls.listStore, {}, as)).body.data ?? {}
  return items.map(({ platform, status }) => `${platform} ${status}`).toSorted()
}
const notifiedOf = async (as: typeof old) => {
  const { items = [] } = (await ask(notificationCalls.listNotification, {}, as)).body.data ?? {}
  return items.map(({ title }) => title)
}
/** The code in the newest mail that has one: whoever has the store is mailed as well. */
const CODE = /[?&]code=([\w-]+)/
const mailedCode = (): string => CODE.exec(server.mails.findLast(({ text }) => CODE.test(text))?.text ?? '')?.[1] ?? ''

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await connect('shopify', SHOP, old)
  await connect('woocommerce', SITE, old)
  await settle()
})

test('an address alone moves nothing: without the consent page of the store there is no request and no mail', async () => {
  expect((await ask(calls.linkPlatform, { platform: 'shopify', shop: SHOP }, next)).body.status).toBe(111)
  const { url = '' } = (await ask(calls.migrateStore, { platform: 'shopify', shop: SHOP }, next)).body.data ?? {}
  const state = new URL(url).searchParams.get('state') ?? ''
  const forged = { shop: SHOP, code: 'x', state, hmac: '00' }
  expect((await ask(calls.installPlatform, { platform: 'shopify', query: forged }, next)).body.success).toBe(false)
  // A consent that was given for connecting is no consent to a move.
  const ticket = await ask(calls.listMigrations, {}, next)
  expect(ticket.body.data?.items).toEqual([])
  expect((await ask(calls.verifyMigration, { code: 'guessed' })).body.status).toBe(510)
  expect(await storesOf(old)).toEqual(['shopify active', 'woocommerce active'])
})

test('the consent of the store and the code in its owner’s mail move it; whoever had it is told', async () => {
  const asked = await move('shopify', SHOP, next)
  expect(asked.body.status).toBe(512)
  await settle()
  expect(await notifiedOf(old)).toContain('Somebody wants to move Northwind Goods')
  const [pending] = (await ask(calls.listMigrations, {}, next)).body.data?.items ?? []
  expect(pending).toMatchObject({ platform_domain: SHOP, is_confirmed: false })
  expect(pending?.mailed_to).toMatch(/^.\*\*\*@/)
  expect((await ask(calls.listMigrations, {}, stranger)).body.data?.items).toEqual([])
  // Nothing has moved so far.
  expect(await storesOf(old)).toEqual(['shopify active', 'woocommerce active'])
  expect(await storesOf(next)).toEqual([])
  const code = mailedCode()
  expect((await ask(calls.verifyMigration, { code })).body).toMatchObject({ success: true })
  expect((await ask(calls.verifyMigration, { code })).body.status).toBe(512)
  await settle()
  expect(await storesOf(old)).toEqual(['shopify disconnected', 'woocommerce active'])
  expect(await storesOf(next)).toEqual(['shopify active'])
  expect(await notifiedOf(old)).toContain('Northwind Goods was moved to another account')
  expect((await ask(calls.verifyMigration, { code })).body.status).toBe(510)
  const { rows } = await server.behind.query('select credentials from store_connections where workplace_id = $1', [
    old.workplace_id,
  ])
  expect(rows.filter(({ credentials }) => credentials !== null)).toHaveLength(1)
})

test('a code that is too old moves nothing', async () => {
  expect((await move('shopify', SHOP, old)).body.status).toBe(512)
  await settle()
  const code = mailedCode()
  await server.behind.query(`update store_migrations set expires_at = now() - interval '1 minute'`)
  expect((await ask(calls.verifyMigration, { code })).body.status).toBe(510)
  expect(await storesOf(next)).toEqual(['shopify active'])
})

test('a store that names no address is moved by its consent page alone', async () => {
  const moved = await move('woocommerce', SITE, next)
  expect(moved.body, JSON.stringify(moved.body)).toMatchObject({ success: true, data: { platform: 'woocommerce' } })
  await settle()
  expect(await storesOf(old)).toEqual(['shopify disconnected', 'woocommerce disconnected'])
  expect(await storesOf(next)).toEqual(['shopify active', 'woocommerce active'])
})

test('the token of the admin’s frame connects its store, and no other', async () => {
  await sandbox.act('shopify', 'make_shop', { name: 'framed' })
  const token = async (shop: string) => {
    const { result } = await sandbox.act('shopify', 'session_token', { shop })
    return (result as { id_token: string }).id_token // the action's own form
  }
  const bind = async (id_token: string, as = stranger) =>
    (await ask(calls.bindPlatform, { platform: 'shopify', id_token }, as)).body
  const good = await token('framed.myshopify.com')
  const [head = '', , signature = ''] = good.split('.')
  const claims = { dest: `https://${SHOP}`, iss: `https://${SHOP}/admin`, aud: 'x', exp: 9e9, nbf: 0 }
  const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  for (const bad of [forged, `${good}x`, 'x.y.z', good.replace(/[^.]+$/, '')])
    expect([bad, (await bind(bad)).success]).toEqual([bad, false])
  // Its owner has never allowed the app.
  expect((await bind(good)).success).toBe(false)
  const { url = '' } =
    (await ask(calls.linkPlatform, { platform: 'shopify', shop: 'framed' }, stranger)).body.data ?? {}
  await allowStore(url)
  const bound = await bind(await token('framed.myshopify.com'))
  expect(bound, JSON.stringify(bound)).toMatchObject({
    data: { platform_domain: 'framed.myshopify.com', health: 'ok' },
  })
  expect((await bind(await token('framed.myshopify.com'), old)).status).toBe(111)
  expect((await ask(calls.bindPlatform, { platform: 'tiktok', id_token: 'x' }, stranger)).body.success).toBe(false)
})

test('a link out of the admin signs in once, within a minute, into the same workplace', async () => {
  const link = async () => (await ask(authCalls.newAutoLogin, { platform: 'shopify' }, next)).body.data?.url ?? ''
  const codeIn = (url: string) => new URLSearchParams(new URL(url).hash.slice(1)).get('code') ?? ''
  const code = codeIn(await link())
  const first = await ask(authCalls.autoLogin, { code })
  expect(first.body).toMatchObject({ success: true, data: { workplace_id: next.workplace_id } })
  const token = first.body.data?.token ?? ''
  expect((await ask(authCalls.getAccount, {}, { ...next, token })).body.data?.id).toBe(next.user_id)
  expect((await ask(authCalls.autoLogin, { code })).body.success).toBe(false)
  const late = codeIn(await link())
  server.clock.now = new Date(server.clock.now.getTime() + 61_000)
  expect((await ask(authCalls.autoLogin, { code: late })).body.success).toBe(false)
  expect((await ask(authCalls.autoLogin, { code: 'guessed' })).body.success).toBe(false)
})

test('with https the store hands its keys over itself, and the person who comes back is connected', async () => {
  const securePort = await freePort()
  const secure = await testServer({ ...sandbox.env, PUBLIC_URL: `https://127.0.0.1:${securePort}` })
  await secure.app.listen({ port: securePort, host: '127.0.0.1' })
  await sandbox.act('woocommerce', 'make_site', { site: 'secure' })
  const me = await secure.person()
  expect((await secure.ask(calls.listStore, {}, me)).body.data?.keys_only).toEqual([])
  const shop = `${sandbox.url}/woocommerce/secure`
  const { url = '' } = (await secure.ask(calls.linkPlatform, { platform: 'woocommerce', shop }, me)).body.data ?? {}
  const plain = url.replace(/callback_url=https/, 'callback_url=http')
  const refused = await fetch(plain)
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('needs to be over SSL')])
  const query = await allowStore(url)
  const done = await secure.ask(calls.installPlatform, { platform: 'woocommerce', query }, me)
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ success: true, data: { platform_domain: shop } })
})
