import { everyCall, fixedOf, kindOfId, schemaOf } from '../../apps/server/src/testing/real-ids.ts'
import { sample } from '../../apps/server/src/testing/sample-input.ts'
import type { Call } from '../../packages/contracts/src/kernel.ts'
import { pathParams } from '../../packages/contracts/src/requests.ts'
import { type Account, type Family, newAccount, send, type Target } from '../target.ts'

const SECRET_TITLE = 'Mine alone'
/** They end the stranger's own session: what follows would be a plain 401. */
const LEFT_OUT = new Set([
  'logout',
  'deleteAccount',
  'connectAccount',
  'tryNow',
  'forgotPassword',
  'sendVerificationEmail',
])

/** Every call by a stranger with the real ids of somebody who has things. */
export const tenants: Family = {
  name: 'tenants',
  async run(target, check) {
    // Two strangers in the same state: a call that changes the caller must not make the second answer differ.
    const [owner, stranger, other] = [await newAccount(target), await newAccount(target), await newAccount(target)]
    const owned = await thingsOf(target, owner)
    const before = await settled(target, owner, owned)
    // A guest of the demo cannot import.
    const kinds = ['user', 'workplace', 'session', ...(target.sandbox === '' ? [] : ['product', 'variant', 'run'])]
    const missing = kinds.filter((kind) => !owned[kind])
    await check('the owner has something to steal', async () =>
      missing.length === 0 ? undefined : `no ${missing.join(', no ')}, so nothing is proved`,
    )
    const calls = everyCall.filter(({ name, body }) => !LEFT_OUT.has(name) && body !== 'multipart')
    for (const call of calls)
      await check(call.name, async () => {
        const theirs = await ask(
          target,
          stranger,
          call,
          (name) => owned[kindOfId(call, name) ?? ''] ?? crypto.randomUUID(),
        )
        const nobodys = await ask(target, other, call, () => crypto.randomUUID())
        if (theirs.http >= 500) return `answered ${theirs.http}`
        if (theirs.http !== nobodys.http) return `${theirs.http} for their ids, ${nobodys.http} for ids of nobody`
        const leaked = Object.values(owned).filter((id) => !theirs.sent.includes(id) && theirs.text.includes(id))
        if (theirs.text.includes(SECRET_TITLE)) leaked.push(SECRET_TITLE)
        return leaked.length > 0 ? `tells ${leaked.join(', ')}` : undefined
      })
    await check('nothing of the owner was changed', async () =>
      (await seenBy(target, owner, owned)) === before ? undefined : 'something was',
    )
  },
}

/** By kind of id (testing/real-ids.ts), made and found by the calls of a browser. */
async function thingsOf(target: Target, owner: Account): Promise<Record<string, string>> {
  const { token } = owner
  const find = async (path: string, field: string) => {
    const { text } = await send(target, `/api${path}`, { token })
    return new RegExp(`"${field}":"([^"]+)"`).exec(text)?.[1]
  }
  const product = target.sandbox === '' ? undefined : await importOne(target, token)
  if (product)
    await send(target, `/api/center/products/${product}`, {
      method: 'PUT',
      token,
      body: { save_id: crypto.randomUUID(), client_id: 'a', base_revision: 1, changes: { title: SECRET_TITLE } },
    })
  const body = { selection: { all: { view: 'import' } }, edits: [{ field: 'tags', how: 'tags_add', value: ['mine'] }] }
  const edit = await send(target, '/api/center/products/bulk_update', { method: 'PUT', token, body })
  const account = await send(target, '/api/auth/account', { token })
  const made: Record<string, unknown> = {
    user: account.body.data?.['id'],
    workplace: account.body.data?.['current_workplace_id'],
    session: await find('/auth/account/sessions', 'session_id'),
    product,
    variant: product && (await find(`/center/products/${product}`, 'variant_id')),
    run: edit.body.data?.['run_id'],
  }
  return Object.fromEntries(Object.entries(made).flatMap(([kind, id]) => (typeof id === 'string' ? [[kind, id]] : [])))
}

const IMPORT_TRIES = 120
const IMPORT_EVERY_MS = 500

/** The catalogue of an instance that was just started fills by and by: tries until something could be imported. */
async function importOne(target: Target, token: string): Promise<string | undefined> {
  for (let tries = 0; tries < IMPORT_TRIES; tries++) {
    const { text } = await send(target, '/api/center/products/find?page_size=5', { token })
    const import_data = [...text.matchAll(/"source":"([^"]+)","source_product_id":"([^"]+)"/g)].map(
      ([, source, product_id]) => ({ source, product_id }),
    )
    if (import_data.length > 0) await send(target, '/api/center/products/import-all', { token, body: { import_data } })
    const listing = await send(target, '/api/center/products/import/listing', { token })
    const product = /"product_id":"([^"]+)"/.exec(listing.text)?.[1]
    // Its variants come later when its supplier has to be asked.
    const detail = product && (await send(target, `/api/center/products/${product}`, { token })).text
    if (detail?.includes('"variant_id"')) return product
    await new Promise((done) => setTimeout(done, IMPORT_EVERY_MS))
  }
  return undefined
}

/** What the owner sees of what is theirs; any write of the stranger's would change it. */
async function seenBy(target: Target, { token }: Account, owned: Record<string, string>): Promise<string> {
  const paths = [
    '/auth/account',
    '/center/products/import/listing',
    `/center/products/${owned['product']}`,
    '/auth/account/sessions',
  ]
  const replies = await Promise.all(paths.map((path) => send(target, `/api${path}`, { token })))
  // Times of last use and of background work move by themselves.
  return replies.map(({ text }) => text.replace(/"[\d-]+T[\d:.]+(Z|\+00:00)"/g, '""')).join('\n')
}

const SETTLE_TRIES = 15
const SETTLE_EVERY_MS = 2000

/** The same, once the owner's own work in the background is done. */
async function settled(target: Target, owner: Account, owned: Record<string, string>): Promise<string> {
  let seen = await seenBy(target, owner, owned)
  for (let tries = 0; tries < SETTLE_TRIES; tries++) {
    await new Promise((done) => setTimeout(done, SETTLE_EVERY_MS))
    const now = await seenBy(target, owner, owned)
    if (now === seen && (!owned['product'] || now.includes('"mine"'))) return now
    seen = now
  }
  return seen
}

async function ask(target: Target, { token }: Account, call: Call, id: (name: string) => string) {
  const schema = { ...schemaOf(call), type: 'object' }
  const input = sample(schema, call.name, id, fixedOf(call)) as Record<string, unknown> // an object schema gives an object
  let path = call.path
  for (const name of pathParams(call.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(input[name] ?? id(name))))
    delete input[name]
  }
  const { cursor: _, ...query } = input
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  const { http, text } =
    call.method === 'GET'
      ? await send(target, `/api${path}?${new URLSearchParams(pairs)}`, { token })
      : await send(target, `/api${path}`, { method: call.method, token, body: input })
  return { http, text, sent: path + JSON.stringify(input) }
}
