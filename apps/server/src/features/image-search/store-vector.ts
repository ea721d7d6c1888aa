import type { Looks } from '@omni/domain/image-search/vectors.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { DIMENSIONS, MODEL_ID } from '../../platform/picture-model/model-file.ts'

/**
 * A picture that could not be had or read is remembered too, so that it is not tried for ever: its `vector` is one
 * byte, how often it
 * was tried. It is tried again after a minute (its host may only have been starting), then two, four …, and no more
 * after the
 * fourteenth time, some eleven days later, until its address changes.
 */
export const RETRY_MINUTES = 1
export const MAX_TRIES = 14

/** Rows that hold a vector of the current model. */
export const isVector = sql<boolean>`v.model = ${MODEL_ID} and octet_length(v.vector) = ${DIMENSIONS}`

/**
 * `made_at` is the clock's and not the transaction's: whoever follows by it must not miss a row that was long in
 * coming.
 */
export async function storeVector(tx: Tx, product_id: number, image: string, looks: Looks | null): Promise<void> {
  const toBytes = (array: Int8Array | Uint8Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)
  const bytes = looks && toBytes(looks.vector)
  const colours = looks?.colours ? toBytes(looks.colours) : null
  await sql`
    insert into catalog_vectors as v (product_id, model, image, vector, colours, made_at)
    select id, ${MODEL_ID}, ${image}, coalesce(${bytes}::bytea, '\\x01'::bytea), ${colours}, clock_timestamp()
      from catalog_products where id = ${product_id}
    on conflict (product_id) do update set model = excluded.model, image = excluded.image, made_at = excluded.made_at,
      colours = excluded.colours, vector = case when ${bytes}::bytea is null and v.image = excluded.image and v.model = excluded.model
        and octet_length(v.vector) = 1
        then set_byte(v.vector, 0, least(255, get_byte(v.vector, 0) + 1)) else excluded.vector end`.execute(tx)
}
