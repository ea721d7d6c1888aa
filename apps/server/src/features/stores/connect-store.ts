import type { StoreInfo } from '@omni/connectors/channels/channel.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { newToken } from '../../platform/secrets.ts'
import { explainFailure } from './explain-failure.ts'
import { checkHealth } from './jobs.ts'
import { mustBeFree } from './link-platform.ts'
import { readStores, type StoreRow } from './store-row.ts'

interface Place {
  id: string
  handle: string
  name: string
}

/** Of a person, or of the job that goes on for them. */
export type ConnectCtx = Pick<Ctx, 'as' | 'db' | 'services' | 'secrets' | 'now' | 'workplace_id' | 'user_id'>

/** Keys or a token become a store. What looks after it, and what reads it, start at once. */
export async function connectStore(
  ctx: ConnectCtx,
  platform: Channel,
  connected: Connected<unknown>,
): Promise<StoreRow> {
  const { info, places } = await readInfo(ctx, platform, connected)
  const shop = info.platform_domain
  return ctx.db.tx(async (tx) => {
    await mustBeFree(tx, ctx, platform, shop)
    const store_id = await writeStore(tx, ctx, platform, shop, info, places)
    await writeConnection(tx, ctx, store_id, info, connected)
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'store.connected',
      subject: store_id,
      after: { platform, shop },
    })
    const id = { workplace_id: ctx.workplace_id, store_id }
    await enqueue(tx, checkHealth, id)
    await emit(tx, 'store.connected', id)
    await publishToWorkplace(tx, ctx.workplace_id, 'stores.changed', {})
    const [store] = await readStores(tx, ctx.workplace_id, store_id)
    return store ?? refuse('not_found')
  })
}

export async function readInfo(
  ctx: Pick<ConnectCtx, 'services'>,
  platform: Channel,
  connected: Connected<unknown>,
): Promise<{ info: StoreInfo; places: Place[] }> {
  const definition = ctx.services.channels.definition(platform)
  if (!definition) refuse('stores.not_offered')
  try {
    const call = ctx.services.channels.call(platform, connected.credentials)
    return { info: await definition.store(call, null), places: (await definition.publications?.list(call, null)) ?? [] }
  } catch (error) {
    throw explainFailure(error)
  }
}

/** A store that was here before keeps its row, its listings and its place. */
async function writeStore(
  tx: Tx,
  ctx: ConnectCtx,
  platform: Channel,
  shop: string,
  info: StoreInfo,
  places: readonly Place[],
): Promise<string> {
  const values = {
    domain: info.domain,
    status: 'active',
    currency: info.currency,
    plan_name: info.plan_name,
    owner_email: info.owner_email,
    owner_name: info.owner_name,
    store_name: info.name,
    metadata: JSON.stringify({
      external_channels: places.map((place) => ({ ...place, developer_name: '', app_id: '', is_active: true })),
    }),
  }
  const before = await tx
    .updateTable('stores')
    .set(values)
    .where('workplace_id', '=', ctx.workplace_id)
    .where('platform', '=', platform)
    .where('platform_domain', '=', shop)
    .returning('store_id')
    .executeTakeFirst()
  const { store_id } =
    before ??
    (await tx
      .insertInto('stores')
      .values({ workplace_id: ctx.workplace_id, platform, platform_domain: shop, ...values })
      .returning('store_id')
      .executeTakeFirstOrThrow())
  // The first one is the default.
  await sql`
    update stores set is_default = true where workplace_id = ${ctx.workplace_id} and store_id = ${store_id}
      and not exists (select from stores d where d.workplace_id = ${ctx.workplace_id} and d.is_default)`.execute(tx)
  return store_id
}

async function writeConnection(
  tx: Tx,
  ctx: ConnectCtx,
  store_id: string,
  info: StoreInfo,
  connected: Connected<unknown>,
): Promise<void> {
  const values = {
    account_id: connected.account_id,
    credentials: ctx.secrets.seal(JSON.stringify(connected)),
    expires_at: connected.expires_at,
    refresh_expires_at: connected.refresh_expires_at,
    scopes: info.scopes,
    country: info.country,
    health: 'ok',
    checked_at: ctx.now,
    connected_at: ctx.now,
    hook_token: newToken(),
    hook_secret: ctx.secrets.seal(newToken()),
    swept_at: null,
    findings: '{}',
  }
  await tx
    .insertInto('store_connections')
    .values({ workplace_id: ctx.workplace_id, store_id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['workplace_id', 'store_id']).doUpdateSet((eb) => ({
        ...values,
        epoch: eb('store_connections.epoch', '+', 1),
        // A renewal under the connection before must not write over this one.
        version: eb('store_connections.version', '+', 1),
        renewing_by: null,
        renewing_until: null,
      })),
    )
    .execute()
}
