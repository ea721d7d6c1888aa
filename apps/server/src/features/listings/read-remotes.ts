import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { type Fields, fieldsOfRemote } from '@omni/domain/channels/fields.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { ListingRecord } from './listing-row.ts'

interface Shown {
  row: ListingRecord
  remote: RemoteListing
}

export async function readRemote(tx: Tx, row: ListingRecord, remote: RemoteListing): Promise<Fields> {
  const [shown] = await readRemotes(tx, row, [{ row, remote }])
  return shown ?? {}
}

/** Learns which of the store's pictures are ours, and shows listings of one store in our fields; in the order given. */
export async function readRemotes(
  tx: Tx,
  { workplace_id, store_id }: Pick<ListingRecord, 'workplace_id' | 'store_id'>,
  shown: readonly Shown[],
): Promise<Fields[]> {
  const ids = shown.flatMap(({ remote }) => remote.pictures.map(({ remote_picture_id }) => remote_picture_id))
  const { rows } = await sql<KnownPicture>`
    select picture_key, remote_picture_id from store_pictures
    where workplace_id = ${workplace_id} and store_id = ${store_id} and remote_picture_id = any(${ids}::text[])`.execute(
    tx,
  )
  const keyOf = new Map(rows.map(({ picture_key, remote_picture_id }) => [remote_picture_id, picture_key]))
  const fresh = shown.map(({ row, remote }) => freshPictures(row, remote, keyOf))
  const learnt = fresh.flat()
  await keepPictures(tx, { workplace_id, store_id }, learnt)
  return shown.map(({ row, remote }, at) => {
    const own = new Map(fresh[at]?.map(({ picture_key, remote_picture_id }) => [remote_picture_id, picture_key]))
    const picture_keys = Object.fromEntries(
      remote.pictures.flatMap(({ remote_picture_id: id }) => {
        const key = own.get(id) ?? keyOf.get(id)
        return key === undefined ? [] : [[id, key]]
      }),
    )
    return fieldsOfRemote(remote, { picture_keys, tags: new Set([...tagsIn(row.desired), ...tagsIn(row.ours)]) })
  })
}

interface KnownPicture {
  picture_key: string
  remote_picture_id: string
}

/** The store has these of our pictures: from now on their ids are sent. */
export async function keepPictures(
  tx: Tx,
  { workplace_id, store_id }: Pick<ListingRecord, 'workplace_id' | 'store_id'>,
  pictures: readonly KnownPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into store_pictures (workplace_id, store_id, picture_key, remote_picture_id)
    select ${workplace_id}, ${store_id}, p.picture_key, p.remote_picture_id
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as p (picture_key text, remote_picture_id text)
    order by p.picture_key on conflict do nothing`.execute(tx)
}

/** Pictures that are wanted, and that the store shows for the first time. */
function freshPictures(
  row: ListingRecord,
  { pictures }: RemoteListing,
  keyOf: ReadonlyMap<string, string>,
): KnownPicture[] {
  const wanted = new Set([...picturesIn(row.desired), ...picturesIn(row.open)])
  const there = new Set(pictures.map(({ remote_picture_id }) => keyOf.get(remote_picture_id)))
  const missing = [...wanted].filter((key) => !there.has(key))
  const fresh: KnownPicture[] = []
  const strangers = pictures.filter(({ remote_picture_id }) => !keyOf.has(remote_picture_id))
  for (const picture_key of missing) {
    const found = strangers.find(({ file_name, url }) => (file_name ?? url).includes(picture_key))
    if (found) fresh.push({ picture_key, remote_picture_id: found.remote_picture_id })
  }
  // A store that keeps its own file names, or has none before it has fetched the files, shows new pictures in the order
  // they were sent.
  const unnamed = strangers.filter(
    ({ remote_picture_id }) => !fresh.some((one) => one.remote_picture_id === remote_picture_id),
  )
  const left = missing.filter((key) => !fresh.some((one) => one.picture_key === key))
  const written = row.open !== null || row.unread.includes('pictures')
  if (written && unnamed.length === left.length)
    for (const [at, picture_key] of left.entries()) {
      const picture = unnamed[at]
      if (picture) fresh.push({ picture_key, remote_picture_id: picture.remote_picture_id })
    }
  return fresh
}

const list = (value: unknown, name: string): string[] => {
  const found = (value as Record<string, unknown> | null)?.[name]
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}
const picturesIn = (value: unknown) => [
  ...list(value, 'pictures'),
  ...list((value as { put?: unknown } | null)?.put, 'pictures'),
]
const tagsIn = (value: unknown) => list(value, 'tags')
