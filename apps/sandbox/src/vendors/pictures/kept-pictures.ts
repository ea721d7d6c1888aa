import { kQueueOptions, Tinypool } from 'tinypool'
import type { World } from '../../frame/world.ts'
import { PeopleFirst } from './people-first.ts'

export interface PictureTables {
  kept_pictures: { name: string; bytes: Buffer }
}

/** Whoever looks at a page waits for it; a store that copies a picture, or one drawn ahead, can wait. */
export type Asker = 'person' | 'program'

/** Names of pictures that outlive the process: the ones drawn ahead. */
type Lasting = ReadonlySet<string>

const MOST_BYTES = 48 * 1024 * 1024

export const nameOf = (key: string, size: number) => `${key} ${size}`

/**
 * A thread of its own: here every step of a picture would wait for its turn among the suppliers' answers. Several at
 * once: much of drawing is done by other threads.
 */
const threads = new Tinypool({
  filename: new URL('./draw.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  concurrentTasksPerWorker: 3,
  taskQueue: new PeopleFirst(),
  idleTimeout: 60_000,
})

async function draw(key: string, size: number, asker: Asker): Promise<Buffer | null> {
  const drawn: Uint8Array | null = await threads.run({ key, size, [kQueueOptions]: { asker } })
  return drawn && Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)
}

/** Drawn when first asked for and kept while there is room, the least recently wanted leaving first. */
export function keepPictures({ db }: World<PictureTables>, lasting: Lasting) {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer | null>>()
  let bytes = 0

  function keep(name: string, picture: Buffer): void {
    bytes += picture.length - (kept.get(name)?.length ?? 0)
    kept.delete(name)
    kept.set(name, picture)
    for (const [oldest, { length }] of kept) {
      if (bytes <= MOST_BYTES) break
      kept.delete(oldest)
      bytes -= length
    }
  }

  async function make(name: string, text: string, size: number, asker: Asker): Promise<Buffer | null> {
    if (!lasting.has(name)) return draw(text, size, asker)
    const found = await db.selectFrom('kept_pictures').select('bytes').where('name', '=', name).executeTakeFirst()
    if (found) return found.bytes
    const drawn = await draw(text, size, asker)
    if (drawn)
      await db
        .insertInto('kept_pictures')
        .values({ name, bytes: drawn })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return drawn
  }

  return async function picture(text: string, size: number, asker: Asker = 'program'): Promise<Buffer | null> {
    const name = nameOf(text, size)
    const known = kept.get(name)
    if (known) {
      keep(name, known)
      return known
    }
    const work = underWay.get(name) ?? make(name, text, size, asker).finally(() => underWay.delete(name))
    underWay.set(name, work)
    const made = await work
    if (made) keep(name, made)
    return made
  }
}

export type Pictures = ReturnType<typeof keepPictures>
