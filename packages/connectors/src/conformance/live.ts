/**
 * The suite against one vendor: a real account or shop, or the sandbox as the reference. Run by scripts/conformance.ts,
 * which says in the environment what to open and where the shapes of the replies go.
 */
import { writeFileSync } from 'node:fs'
import { afterAll, describe } from 'vitest'
import { z } from 'zod'
import type { ChannelDefinition } from '../channels/channel.ts'
import { type LiveStore, liveCases } from '../channels/conformance/live-cases.ts'
import { channels } from '../channels/registry.ts'
import { inMemoryPace } from '../pace.ts'
import { conformance } from '../suppliers/conformance.ts'
import { open as openOn, type Subject } from '../suppliers/conformance/subject.ts'
import { suppliers } from '../suppliers/registry.ts'
import type { SupplierDefinition } from '../suppliers/supplier.ts'
import type { Connected, VendorDefinition } from '../vendor.ts'
import { recordShapes } from './reply-shapes.ts'

const Asked = z.object({
  vendor: z.string(),
  /** As an operator sets it. */
  env: z.record(z.string(), z.string()),
  /** What the command line gave: the store's address, a code or key, or credentials by their names. */
  given: z.record(z.string(), z.string()),
  /** A store of the sandbox that was connected by its consent page. */
  opened: z.object({ app: z.unknown(), credentials: z.unknown(), shop: z.string() }).optional(),
  writes: z.boolean(),
  shapes_to: z.string(),
})
const { vendor, env, given, opened, writes, shapes_to } = Asked.parse(JSON.parse(process.env['CONFORMANCE'] ?? '{}'))

const shapes = recordShapes(vendor)
afterAll(() => writeFileSync(shapes_to, JSON.stringify(shapes)))

async function connected(definition: VendorDefinition): Promise<{ app: unknown; account: Connected<unknown> }> {
  const { app, start } = opened ? { app: opened.app } : definition.setup(env)
  const limits = inMemoryPace(definition.id, definition.limits)
  const call = { app: definition.app.parse(app), limits, now: () => new Date() }
  const { code, shop = '', text: _text, picture: _picture, missing: _missing, ...credentials } = given
  const key = code ?? (start && 'code' in start ? start.code : undefined)
  if (key !== undefined && definition.account)
    return { app, account: await definition.account.connect({ ...call, credentials: null }, { code: key, shop }) }
  const started = start && 'credentials' in start ? start.credentials : opened?.credentials
  const account: Connected<unknown> = {
    credentials: definition.credentials.parse({ ...(started as object), ...credentials }), // checked by its schema
    account_id: opened?.shop ?? shop,
    account_name: definition.name,
    expires_at: null,
    refresh_expires_at: null,
  }
  // What is kept of some accounts is a right to renew alone.
  const renewed = Object.values(account.credentials as object).includes('')
  if (!renewed || !definition.account?.refresh) return { app, account }
  return { app, account: await definition.account.refresh({ ...call, credentials: account.credentials }) }
}

const channel = Object.values(channels).find(({ id }) => id === vendor) as ChannelDefinition | undefined // its own types
const supplier = Object.values(suppliers).find(({ id }) => id === vendor) as SupplierDefinition | undefined // are hidden
if (channel)
  describe(vendor, () => {
    let store: Promise<LiveStore> | undefined
    liveCases(channel, () => (store ??= openStore(channel)))
  })
else if (supplier) conformance(supplier, () => openAccount(supplier))
else throw new Error(`There is no vendor "${vendor}"`)

async function openStore(definition: ChannelDefinition): Promise<LiveStore> {
  const { picture } = given
  const limits = inMemoryPace(vendor, definition.limits)
  return { ...(await connected(definition)), limits, writes, ...(picture && { picture }) }
}

const WORDS = ['lamp', 'case', 'bag', 'shirt']

/** Without a word of theirs, one that finds something. */
async function openAccount(definition: SupplierDefinition): Promise<Subject> {
  const limits = inMemoryPace(vendor, definition.limits)
  const ready = {
    ...(await connected(definition)),
    limits,
    writes,
    known: { text: given['text'] ?? '', nothing: 'zzqxvword' },
  }
  const { catalog } = openOn(definition, ready)
  for (const text of WORDS) {
    if (ready.known.text !== '') break
    const page = await catalog?.search({ text, page_size: 4, ship_to: 'US' })
    if (page?.items[0]) ready.known.text = text
  }
  const { missing } = given
  return { ...ready, known: { ...ready.known, ...(missing && { missing_id: missing }) } }
}
