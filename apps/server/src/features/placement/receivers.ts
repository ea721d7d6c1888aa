import type { PushedMessage, SupplierWebhook, SupplierPushes } from '@omni/connectors/suppliers/push.ts'
import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, enqueueAll } from '../../platform/jobs.ts'
import type { Delivery, ReceivedRequest, Receiver, VerifiedDelivery } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { accountKey, OPERATOR } from '../../platform/vendor-pace.ts'
import { revive } from '../../platform/vendor-tokens.ts'
import { SUPPLIER_HOOKS } from '../source-accounts/subscribe.ts'
import { readPushed } from './jobs.ts'
import { workplacesOf } from './read-pushed.job.ts'

interface HookAccount {
  workplace_id: string
  account_id: string
  credentials: string
}

type Pushes = SupplierPushes<unknown, unknown>

function pushesOf(ctx: JobCtx, source: string | undefined): { source: Source; pushes: Pushes } {
  if (source === undefined || !isSource(source)) refuse('unauthorized')
  const { pushes } = ctx.services.suppliers.definition(source)
  if (!pushes) refuse('unauthorized')
  return { source, pushes }
}

const messageOf = ({ raw, headers }: ReceivedRequest): PushedMessage => ({ raw, header: (name) => headers[name] })

/** Whatever is wrong is 401 alike. `whose` keeps the deliveries of two accounts apart. */
function verified(
  ctx: JobCtx,
  pushes: Pushes,
  request: ReceivedRequest,
  whose: { secrets: readonly string[]; name: string; key: string },
): VerifiedDelivery {
  const message = messageOf(request)
  const { name, key: account_key } = whose
  if (pushes.isProbe?.(message)) return { delivery_id: `${name} probe`, topic: PROBE, account_key }
  const isTheirs = whose.secrets.some((secret) => pushes.isSigned(message, secret, ctx.clock()))
  const webhook = isTheirs ? pushes.read(request.raw) : null
  if (!webhook) refuse('unauthorized')
  return { delivery_id: `${name} ${webhook.delivery_id}`.slice(0, 200), topic: webhook.topic, account_key }
}

const PROBE = 'probe'

/** The order it is about, of a message that was verified when it came. */
function webhookIn(pushes: Pushes, { raw, topic }: Delivery): (SupplierWebhook & { order_no: string }) | null {
  const webhook = topic === PROBE ? null : pushes.read(raw)
  return webhook && webhook.order_no !== null ? { ...webhook, order_no: webhook.order_no } : null
}

const accountOf = (ctx: JobCtx, source: string, token: string): Promise<HookAccount | undefined> =>
  ctx.db.read(
    async (tx) =>
      (await sql<HookAccount>`select * from source_account_of_hook(${source}, ${token})`.execute(tx)).rows[0],
  )

/** What suppliers tell of what sellers bought through their own accounts there. */
const sellers: Receiver = {
  vendor: 'suppliers',
  path: `${SUPPLIER_HOOKS}/:source/:token`,
  async verify(ctx, request) {
    const { source, pushes } = pushesOf(ctx, request.params['source'])
    const token = request.params['token'] ?? ''
    const account = await accountOf(ctx, source, token)
    if (!account) refuse('unauthorized')
    const secret = pushes.accountSecret?.(revive(ctx.secrets.open(account.credentials)).credentials)
    return verified(ctx, pushes, request, {
      secrets: secret ? [secret] : [],
      name: `${account.workplace_id} ${source}`,
      key: `${source}/${token}`,
    })
  },
  async handle(ctx, delivery) {
    const [name = '', token = ''] = delivery.account_key.split('/')
    const { source, pushes } = pushesOf(ctx, name)
    const webhook = webhookIn(pushes, delivery)
    const account = webhook && (await accountOf(ctx, source, token))
    if (!webhook || !account) return // disconnected meanwhile
    const { workplace_id } = account
    const payload = { workplace_id, vendor: source, account_key: accountKey(source, account.account_id) }
    await ctx.db.statement((tx) => enqueue(tx, readPushed, readOf(payload, webhook)))
  },
}

/** The same of the operator's account: each purchase is found by its number. */
const operators: Receiver = {
  vendor: 'suppliers.operator',
  path: `${SUPPLIER_HOOKS}/:source`,
  async verify(ctx, request) {
    const { source, pushes } = pushesOf(ctx, request.params['source'])
    const secrets = pushes.operatorSecrets?.(ctx.services.suppliers.call(source, null).app, ctx.clock()) ?? []
    return verified(ctx, pushes, request, { secrets, name: source, key: source })
  },
  handle: (ctx, delivery) => readPurchases(ctx, [delivery]),
  handleTogether: readPurchases,
}

async function readPurchases(ctx: JobCtx, deliveries: readonly Delivery[]): Promise<void> {
  const { source, pushes } = pushesOf(ctx, deliveries[0]?.account_key)
  const webhooks = deliveries.flatMap((delivery) => webhookIn(pushes, delivery) ?? [])
  const account = { vendor: source, account_key: OPERATOR }
  const workplaces = await workplacesOf(ctx, account, [...new Set(webhooks.map(({ order_no }) => order_no))])
  const reads = webhooks.flatMap((webhook) => {
    const workplace_id = workplaces.get(webhook.order_no)
    return workplace_id === undefined ? [] : [readOf({ ...account, workplace_id }, webhook)]
  })
  await ctx.db.statement((tx) => enqueueAll(tx, readPushed, reads))
}

const readOf = (
  account: { workplace_id: string; vendor: Source; account_key: string },
  { order_no, tracking_number }: SupplierWebhook & { order_no: string },
) => ({ ...account, named: order_no, tracking_number, looks: 0 })

export const placementReceivers: readonly Receiver[] = [sellers, operators]
