import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

/** 130 random bits: nobody guesses the page of somebody else's order. */
const newPublicId = (): string => Array.from(randomBytes(26), (byte) => LETTERS[byte % LETTERS.length] ?? '').join('')

/** The order has a page from its first parcel on. */
export async function keepTrackingLink(tx: Tx, workplace_id: string, order_id: string): Promise<void> {
  await sql`insert into tracking_links (workplace_id, order_id, public_id)
    values (${workplace_id}, ${order_id}, ${newPublicId()}) on conflict (workplace_id, order_id) do nothing`.execute(tx)
}

export const trackingUrl = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, public_id: string): string =>
  `${PUBLIC_URL}/tracking/${public_id}`
