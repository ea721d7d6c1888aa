/** From inputs to products: what was given shows a while later, is judged later still, and lapses after 30 days. */
import type { Attributes, InputRow, Issue, MerchantWorld } from './tables.ts'
import { pictureHash } from '../../frame/picture-hash.ts'

const DAY_MS = 86_400_000
export const LAPSES_MS = 30 * DAY_MS

/** A change of an input, to be worked when its time has come. */
export async function recordChange(world: MerchantWorld, account: string, name: string): Promise<void> {
  const { process_ms } = await world.db
    .selectFrom('accounts')
    .select('process_ms')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const due_at = new Date(world.now().getTime() + process_ms)
  await world.db.insertInto('changes').values({ account, name, due_at }).execute()
  if (process_ms === 0) await workChanges(world)
}

/** One at a time over all callers. */
const running = new WeakMap<MerchantWorld, Promise<void>>()

export function workChanges(world: MerchantWorld): Promise<void> {
  const mine = (running.get(world) ?? Promise.resolve()).then(() => workDue(world))
  running.set(
    world,
    mine.catch(() => undefined),
  )
  return mine
}

async function workDue(world: MerchantWorld): Promise<void> {
  const now = world.now()
  const lapsed = new Date(now.getTime() - LAPSES_MS)
  await world.db.deleteFrom('inputs').where('inserted_at', '<', lapsed).execute()
  await world.db.deleteFrom('products').where('inserted_at', '<', lapsed).execute()
  const due = await world.db.selectFrom('changes').selectAll().where('due_at', '<=', now).orderBy('no').execute()
  for (const { no, account, name } of due) {
    await process(world, account, name)
    await world.db.deleteFrom('changes').where('no', '=', no).execute()
  }
}

const findInput = (world: MerchantWorld, account: string, name: string): Promise<InputRow | undefined> =>
  world.db.selectFrom('inputs').selectAll().where('account', '=', account).where('name', '=', name).executeTakeFirst()

async function process(world: MerchantWorld, account: string, name: string): Promise<void> {
  const input = await findInput(world, account, name)
  if (!input) {
    await world.db.deleteFrom('products').where('account', '=', account).where('name', '=', name).execute()
    return
  }
  const { no, offer_id, data_source, version, attributes, custom, inserted_at } = input
  const { judge_ms } = await world.db
    .selectFrom('accounts')
    .select('judge_ms')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const issues = [...issuesOf(attributes), ...(await pictureIssues(world, account, attributes))]
  const at = world.now()
  const values = {
    offer_id,
    no,
    group_id: text(attributes['itemGroupId']),
    data_source,
    version,
    attributes: JSON.stringify(attributes),
    custom: JSON.stringify(custom),
    issues: JSON.stringify(issues),
    judged_at: new Date(at.getTime() + judge_ms),
    inserted_at,
    updated_at: at,
  }
  await world.db
    .insertInto('products')
    .values({ account, name, ...values })
    .onConflict((c) => c.columns(['account', 'name']).doUpdateSet(values))
    .execute()
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const issue = (code: string, attribute: string, description: string): Issue => ({
  code,
  severity: 'DISAPPROVED',
  resolution: 'merchant_action',
  attribute,
  description,
  detail: '',
})

/** The product data specification is enforced by issues, not when a product is inserted. */
function issuesOf(attributes: Attributes): Issue[] {
  const missing = ['title', 'description', 'link', 'imageLink', 'availability'].filter(
    (name) => text(attributes[name]) === '',
  )
  const found = missing.map((name) => issue(`missing_${name}`, name, `Missing value [${name}]`))
  if (!attributes['price']) found.push(issue('missing_price', 'price', 'Missing value [price]'))
  if (text(attributes['title']).length > 150) found.push(issue('title_long', 'title', 'Title too long'))
  return found
}

/** An address is fetched once for an account. */
async function pictureIssues(world: MerchantWorld, account: string, attributes: Attributes): Promise<Issue[]> {
  const more = Array.isArray(attributes['additionalImageLinks']) ? attributes['additionalImageLinks'] : []
  const sources = [attributes['imageLink'], ...more].filter((source) => typeof source === 'string')
  let broken = false
  for (const [at, source] of sources.entries()) {
    const known = await world.db
      .selectFrom('downloads')
      .select('hash')
      .where('account', '=', account)
      .where('source', '=', source)
      .executeTakeFirst()
    const hash = known ? known.hash : await download(world, account, source)
    if (at === 0 && hash === null) broken = true
  }
  return broken ? [issue('image_link_broken', 'image link', 'Image cannot be processed')] : []
}

async function download(world: MerchantWorld, account: string, source: string): Promise<string | null> {
  const fails = await world.db
    .updateTable('accounts')
    .set((eb) => ({ failing_pictures: eb('failing_pictures', '-', 1) }))
    .where('id', '=', account)
    .where('failing_pictures', '>', 0)
    .returning('id')
    .executeTakeFirst()
  const hash = fails ? null : await pictureHash(source)
  await world.db.insertInto('downloads').values({ account, source, hash, at: world.now() }).execute()
  return hash
}
