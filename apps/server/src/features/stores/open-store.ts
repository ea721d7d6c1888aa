import type { OpenChannel } from '@omni/connectors/channels/open-channel.ts'
import type { TokenStore } from '@omni/connectors/tokens.ts'
import { type Channel, isChannel } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { BaseCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { tokenStore } from '../../platform/vendor-tokens.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { recordFindings, type StoreFindings } from './record-findings.ts'

const CHANNELS_PAGE = '/app/channel'

type StoreCtx = Pick<BaseCtx, 'as' | 'secrets' | 'services' | 'now'>
export interface StoreId {
  workplace_id: string
  store_id: string
}

export interface OpenStore extends StoreId {
  channel: OpenChannel
  platform: Channel
  platform_domain: string
  store_name: string
  currency: string
  account_id: string
  /** What was begun under another one is dropped. */
  epoch: number
  hook_token: string
  hook_secret: string
  /** Every product of the store was read since it was connected. */
  swept: boolean
  /** Where inside the store products are shown, as the platform names the places. */
  publications: string[]
}

/** A store through its connection; null while it is not connected. */
export async function openStore(ctx: StoreCtx, { workplace_id, store_id }: StoreId): Promise<OpenStore | null> {
  const row = await ctx.as({ workplace_id }).read((tx) =>
    tx
      .selectFrom('store_connections as c')
      .innerJoin('stores as s', (join) =>
        join.onRef('s.workplace_id', '=', 'c.workplace_id').onRef('s.store_id', '=', 'c.store_id'),
      )
      .select([
        'c.account_id',
        'c.epoch',
        'c.hook_token',
        'c.hook_secret',
        'c.swept_at',
        'c.findings',
        's.platform',
        's.platform_domain',
      ])
      .select(['s.store_name', 's.currency', 's.metadata'])
      .where('c.workplace_id', '=', workplace_id)
      .where('c.store_id', '=', store_id)
      .where('c.credentials', 'is not', null)
      .where('s.status', '=', 'active')
      .executeTakeFirst(),
  )
  if (!row || !isChannel(row.platform)) return null
  const { hook_secret, swept_at, platform, metadata, findings, ...rest } = row
  const id = { workplace_id, store_id, epoch: row.epoch }
  const tokens = storeTokens(ctx, id)
  const kept = findings as unknown as StoreFindings // as `recordFindings` wrote it
  return {
    ...rest,
    platform,
    workplace_id,
    store_id,
    channel: ctx.services.channels.through(platform, row.account_id, tokens, recordFindings(ctx, id, kept)),
    hook_secret: ctx.secrets.open(hook_secret),
    swept: swept_at !== null,
    publications: placesIn(metadata),
  }
}

const Metadata = z.object({ external_channels: z.array(z.object({ id: z.string(), handle: z.string() })) })

/** The online store where there is one: elsewhere a product is shown when its seller says so. */
export function placesIn(metadata: unknown): string[] {
  const places = Metadata.safeParse(metadata).data?.external_channels ?? []
  return places.filter(({ handle }) => handle === 'online_store').map(({ id }) => id)
}

/** Its own connection, never the caller's transaction: a token must be kept even if the caller's work is undone. */
function storeTokens(ctx: StoreCtx, id: StoreId): TokenStore<unknown> {
  const { workplace_id, store_id } = id
  return tokenStore({
    db: ctx.as({ workplace_id }),
    secrets: ctx.secrets,
    table: 'store_connections',
    sealed: 'credentials',
    key: sql`workplace_id = ${workplace_id} and store_id = ${store_id} and credentials is not null`,
    over: sql<boolean>`health = 'expired'`,
    alsoWrite: ({ expires_at, refresh_expires_at }) => [
      sql`expires_at = ${expires_at}`,
      sql`refresh_expires_at = ${refresh_expires_at}`,
      sql`health = 'ok'`,
      sql`checked_at = ${ctx.now}`,
    ],
    onOver: (tx) => endAccess(tx, ctx, id),
  })
}

/** The store lets us in no more: its connection says so, and everybody in the workplace is told, once a connection. */
export async function endAccess(
  tx: Tx,
  { now }: Pick<StoreCtx, 'now'>,
  { workplace_id, store_id }: StoreId,
): Promise<void> {
  const ended = await tx
    .updateTable('store_connections')
    .set({ health: 'expired', checked_at: now })
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .where('health', '<>', 'expired')
    .returning('connected_at')
    .executeTakeFirst()
  if (!ended) return
  await notifyMembers(tx, { workplace_id, store_id }, 'store_access_over', `store access over ${ended.connected_at}`)
}

/** A notification to every member of the workplace, once per cause. */
export async function notifyMembers(
  tx: Tx,
  { workplace_id, store_id }: StoreId,
  message_key:
    | 'store_access_over'
    | 'store_uninstalled'
    | 'store_move_asked'
    | 'store_moved'
    | 'store_requests_not_allowed',
  cause: string,
): Promise<void> {
  const store = await tx
    .selectFrom('stores')
    .select('store_name')
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .executeTakeFirst()
  if (!store) return
  await createNotification(tx, {
    workplace_id,
    user_id: null,
    message_key,
    params: { store: store.store_name },
    link: CHANNELS_PAGE,
    cause: `${cause} ${store_id}`,
  })
}
