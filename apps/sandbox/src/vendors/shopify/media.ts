import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { Transaction } from 'kysely'
import type { Shop, ShopifyTables, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { pictureHash } from '../../frame/picture-hash.ts'

export interface FileInput {
  id?: string | null
  alt?: string | null
  filename?: string | null
  originalSource?: string | null
}

const DOWNLOADS_AT_ONCE = 24

interface Waiting {
  id: number
  shop: string
  source: string
}

/** The last part of an address, without its query. */
const nameIn = (source: string) => new URL(source).pathname.split('/').at(-1) || 'file'

/** New files, each named as the caller wants or as its address ends. A name that is taken gets a suffix. */
export async function addFiles(
  tx: Transaction<ShopifyTables>,
  shop: Shop,
  inputs: readonly FileInput[],
  field: string[],
): Promise<number[]> {
  if (inputs.length === 0) return []
  const wanted = inputs.map((input) => ({ ...readFile(input, field), alt: input.alt ?? '' }))
  const names = wanted.map(({ name }) => name)
  const rows = await tx
    .selectFrom('files')
    .select('name')
    .where('shop', '=', shop.domain)
    .where('name', 'in', names)
    .execute()
  const taken = new Set(rows.map(({ name }) => name))
  const values = wanted.map(({ name, source, alt }) => {
    const free = taken.has(name) ? withSuffix(name) : name
    taken.add(free)
    return { shop: shop.domain, name: free, source, alt, status: 'PROCESSING' as const }
  })
  const made = await tx.insertInto('files').values(values).returning('id').execute()
  return made.map(({ id }) => id)
}

function withSuffix(name: string): string {
  const end = extname(name)
  return `${name.slice(0, name.length - end.length)}_${randomUUID()}${end}`
}

function readFile({ originalSource, filename }: FileInput, field: string[]): { name: string; source: string } {
  if (!originalSource || !URL.canParse(originalSource) || !/^https?:/.test(originalSource))
    throw refuseUser(field, 'Image URL is invalid', 'INVALID_INPUT')
  const own = extname(nameIn(originalSource)).toLowerCase()
  if (filename && own && extname(filename).toLowerCase() !== own)
    throw refuseUser(field, 'Provided filename extension must match original source', 'INVALID_INPUT')
  return { name: filename || nameIn(originalSource), source: originalSource }
}

/** Fetches what waits, a few at a time. Called after a write and with every tick, so nothing waits for ever. */
export function openDownloads(world: ShopifyWorld): () => void {
  let running = false
  let again = false

  /** Null: the picture could not be had. */
  async function download({ shop, source }: Waiting, hasFaults: boolean): Promise<string | null> {
    const failing =
      hasFaults &&
      (await world.db
        .updateTable('shops')
        .set((eb) => ({ failing_pictures: eb('failing_pictures', '-', 1) }))
        .where('domain', '=', shop)
        .where('failing_pictures', '>', 0)
        .returning('domain')
        .executeTakeFirst())
    return failing ? null : pictureHash(source)
  }

  async function downloadAll(waiting: Waiting[]): Promise<void> {
    const faulty = await world.db.selectFrom('shops').select('domain').where('failing_pictures', '>', 0).execute()
    const shops = new Set(faulty.map(({ domain }) => domain))
    const hashes = await Promise.all(waiting.map((file) => download(file, shops.has(file.shop))))
    for (const status of ['READY', 'FAILED'] as const) {
      const ids = waiting.flatMap(({ id }, at) => ((hashes[at] === null) === (status === 'FAILED') ? [id] : []))
      if (ids.length > 0) await world.db.updateTable('files').set({ status }).where('id', 'in', ids).execute()
    }
    const at = world.now()
    const rows = waiting.map(({ id, shop, source }, n) => ({ shop, file_id: id, source, hash: hashes[n] ?? null, at }))
    await world.db.insertInto('downloads').values(rows).execute()
  }

  async function work() {
    for (;;) {
      again = false
      const waiting = await world.db
        .selectFrom('files')
        .select(['id', 'shop', 'source'])
        .where('status', '=', 'PROCESSING')
        .orderBy('id')
        .limit(DOWNLOADS_AT_ONCE)
        .execute()
      if (waiting.length > 0) await downloadAll(waiting)
      else if (!again) return
    }
  }

  return () => {
    again = true
    if (running) return
    running = true
    // A database that is gone for a moment: the next tick looks again.
    void work()
      .catch(() => undefined)
      .finally(() => (running = false))
  }
}
