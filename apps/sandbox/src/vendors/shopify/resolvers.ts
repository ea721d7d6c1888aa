/** The root fields of the schema, for one shop. GraphQL calls each with its arguments. */
import { createHash, randomUUID } from 'node:crypto'
import { GraphQLError, type GraphQLResolveInfo, valueFromASTUntyped } from 'graphql'
import {
  cancelSubscription,
  createPurchase,
  createSubscription,
  type PurchaseInput,
  type SubscriptionInput,
} from './app-billing.ts'
import { viewChargeOf, viewInstallation } from './app-charge-view.ts'
import { findBulk, runBulk } from './bulk.ts'
import { createFulfillment, type FulfillmentInput, type TrackingInput, updateTracking } from './fulfillments.ts'
import { assignedOrders, findServiceOrder, serviceMutations, viewServices } from './fulfillment-service.ts'
import { fulfillmentOrderOf, gid, numberOf } from './ids.ts'
import { changeProduct, deleteProduct, findByKey, findProduct, type ProductRow } from './products.ts'
import { productSet } from './product-set.ts'
import type { Identifier, SetInput } from './set-input.ts'
import { listOrders, listProducts, type ListInput } from './list-by-time.ts'
import { findOrder } from './orders.ts'
import { viewOrders, viewRefund } from './order-view.ts'
import { API_KEY, LOCATION, PUBLICATIONS, scopesOf, shopUrl } from './shops.ts'
import type { Shop, ShopifyWorld } from './tables.ts'
import { cancelByApp } from './order-cancel.ts'
import { refundByApp, type RefundInput } from './order-refund.ts'
import { tagByApp } from './order-tags.ts'
import { payload, refuseUser } from './user-errors.ts'
import {
  type BulkInput,
  createVariants,
  deleteVariants,
  type QuantityInput,
  setQuantities,
  updateVariants,
} from './variant-mutations.ts'
import { connection, isAppNamespace, isoSecond, viewProducts } from './view.ts'

interface Page {
  first?: number | null
  after?: string | null
}
type Info = GraphQLResolveInfo

/** `request_id`: what the reply and the books know this call by. */
export function rootOf(world: ShopifyWorld, shop: Shop, request_id: string, changed: () => void) {
  const view = (row: ProductRow | undefined) => (row ? viewProducts(world, shop, [row])[0] : null)

  /** What is not allowed is refused at the top of the reply, before anything is done. */
  const need = (scope: string, field: string) => {
    const scopes = scopesOf(shop)
    // Whoever may write may read.
    if (scopes.includes(scope) || scopes.includes(scope.replace('read_', 'write_'))) return
    throw new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
      extensions: { code: 'ACCESS_DENIED' },
    })
  }
  const product = async (id: string) => view(await findProduct(world, shop, id))
  const order = async (id: string) => {
    const row = await findOrder(world, shop, numberOf('Order', id) ?? 0)
    return row ? (await viewOrders(world, shop, [row]))[0] : null
  }
  const write = async <T extends object>(scope: string, field: string, work: () => Promise<T>) => {
    need(scope, field)
    const answer = await payload(work)
    changed()
    return answer
  }
  const withProduct = (field: string, work: () => Promise<ProductRow>) =>
    write('write_products', field, async () => ({ product: view(await work()) }))

  const tag = (field: string, id: string, tags: { add?: string[]; remove?: string[] }) =>
    write('write_orders', field, async () => {
      await tagByApp(world, shop, numberOf('Order', id) ?? 0, tags)
      return { node: await order(id) }
    })

  const queries = {
    shop: {
      ...viewShop(world, shop),
      fulfillmentServices: () => {
        need('read_fulfillments', 'fulfillmentServices')
        return viewServices(shop)
      },
    },
    nodes: ({ ids }: { ids: string[] }) => {
      const isOrder = (id: string) => numberOf('Order', id) !== undefined
      // What an app bills needs no scope.
      if (ids.every((id) => numberOf('AppSubscription', id) !== undefined))
        return Promise.all(ids.map((id) => viewChargeOf(world, shop, id)))
      if (ids.length > 0 && ids.every((id) => fulfillmentOrderOf(id) !== undefined)) {
        need('read_assigned_fulfillment_orders', 'nodes')
        return Promise.all(ids.map((id) => findServiceOrder(world, shop, id)))
      }
      need(ids.every(isOrder) && ids.length > 0 ? 'read_orders' : 'read_products', 'nodes')
      return Promise.all(ids.map((id) => (isOrder(id) ? order(id) : product(id))))
    },
    order: ({ id }: { id: string }) => {
      need('read_orders', 'order')
      return order(id)
    },
    orders: async (input: ListInput) => {
      need('read_orders', 'orders')
      const { rows, pageInfo } = await listOrders(world, shop, input)
      return { nodes: await viewOrders(world, shop, rows), pageInfo }
    },
    product: async ({ id }: { id: string }) => {
      need('read_products', 'product')
      return view(await findProduct(world, shop, id))
    },
    productByIdentifier: async ({ identifier }: { identifier: Identifier }) => {
      need('read_products', 'productByIdentifier')
      const { id, customId } = identifier
      if (id) return view(await findProduct(world, shop, id))
      if (!customId) return null
      if (customId.key !== shop.definition || !isAppNamespace(customId.namespace))
        throw new GraphQLError('Metafield definition of type id is required when using custom ids.', {
          extensions: { code: 'NOT_FOUND' },
        })
      return view(await findByKey(world, shop, customId.value))
    },
    products: async (input: ListInput) => {
      need('read_products', 'products')
      const { rows, pageInfo } = await listProducts(world, shop, input)
      const nodes = viewProducts(world, shop, rows)
      return { nodes, edges: nodes.map((node) => ({ cursor: pageInfo.endCursor, node })), pageInfo }
    },
    assignedFulfillmentOrders: async (input: Page & { assignmentStatus?: string | null }) => {
      need('read_assigned_fulfillment_orders', 'assignedFulfillmentOrders')
      return connection(await assignedOrders(world, shop, input.assignmentStatus), input)
    },
    locations: (page: Page) => {
      need('read_locations', 'locations')
      return connection([{ ...LOCATION, isActive: true, shipsInventory: true }], page)
    },
    publications: (page: Page) => {
      need('read_publications', 'publications')
      return connection(PUBLICATIONS.map(viewPublication), page)
    },
    metafieldDefinition: ({ identifier }: { identifier?: { key: string; namespace?: string | null } | null }) =>
      identifier && identifier.key === shop.definition && isAppNamespace(identifier.namespace)
        ? viewDefinition(identifier.key)
        : null,
    webhookSubscriptions: async (page: Page) => {
      const rows = await world.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('shop', '=', shop.domain)
        .orderBy('id')
        .execute()
      return connection(rows.map(viewSubscription), page)
    },
    bulkOperation: ({ id }: { id: string }) => findBulk(world, shop, id),
    currentAppInstallation: () => ({
      id: gid('AppInstallation', 1),
      accessScopes: scopesOf(shop).map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
      ...viewInstallation(world, shop),
    }),
  }

  const mutations = {
    productSet: ({ identifier, input }: { identifier?: Identifier | null; input: SetInput }) =>
      withProduct('productSet', () => productSet(world, shop, identifier, input, request_id)),
    productDelete: async ({ input }: { input: { id: string } }) => ({
      shop: viewShop(world, shop),
      ...(await write('write_products', 'productDelete', async () => {
        const id = numberOf('Product', input.id)
        if (id === undefined || !(await deleteProduct(world, shop, id, 'app')))
          throw refuseUser(['id'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST')
        return { deletedProductId: input.id }
      })),
    }),
    productVariantsBulkCreate: (input: { productId: string; variants: BulkInput[]; strategy: string }) =>
      withProduct('productVariantsBulkCreate', () =>
        createVariants(world, shop, input.productId, input.variants, input.strategy),
      ),
    productVariantsBulkUpdate: (input: { productId: string; variants: BulkInput[] }) =>
      withProduct('productVariantsBulkUpdate', () => updateVariants(world, shop, input.productId, input.variants)),
    productVariantsBulkDelete: (input: { productId: string; variantsIds: string[] }) =>
      withProduct('productVariantsBulkDelete', () => deleteVariants(world, shop, input.productId, input.variantsIds)),
    fulfillmentCreate: ({ fulfillment }: { fulfillment: FulfillmentInput }) =>
      write(scopeOf(fulfillment), 'fulfillmentCreate', () => createFulfillment(world, shop, fulfillment)),
    fulfillmentTrackingInfoUpdate: (input: { fulfillmentId: string; trackingInfoInput: TrackingInput }) =>
      write('write_merchant_managed_fulfillment_orders', 'fulfillmentTrackingInfoUpdate', () =>
        updateTracking(world, shop, input.fulfillmentId, input.trackingInfoInput),
      ),
    ...serviceMutations(world, shop, write),
    orderCancel: async (input: { orderId: string; reason: string }) => {
      const answer = await write('write_orders', 'orderCancel', async () => {
        await cancelByApp(world, shop, numberOf('Order', input.orderId) ?? 0, input.reason)
        return { job: { id: gid('Job', randomUUID()), done: false } }
      })
      return { ...answer, orderCancelUserErrors: answer.userErrors }
    },
    refundCreate: ({ input }: { input: RefundInput }, _context: unknown, info: Info) =>
      write('write_orders', 'refundCreate', async () => {
        const key = idempotencyKey(info)
        const is_first = await isFirst(world, shop, key, input)
        const row = await refundByApp(world, shop, input, { key, is_first })
        const made = row.body.refunds.find(({ by_app }) => by_app?.key === key)
        if (!made) throw refuseUser(null, 'The previous attempt failed', 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED')
        return { refund: viewRefund(shop, row, made) }
      }),
    tagsAdd: (input: { id: string; tags: string[] }) => tag('tagsAdd', input.id, { add: input.tags }),
    tagsRemove: (input: { id: string; tags: string[] }) => tag('tagsRemove', input.id, { remove: input.tags }),
    inventorySetQuantities: (
      { input }: { input: { name: string; reason: string; quantities: QuantityInput[] } },
      _context: unknown,
      info: Info,
    ) =>
      write('write_inventory', 'inventorySetQuantities', async () => {
        const made = {
          id: gid('InventoryAdjustmentGroup', randomUUID()),
          createdAt: isoSecond(world.now()),
          reason: input.reason,
        }
        if (await isFirst(world, shop, idempotencyKey(info), input)) await setQuantities(world, shop, input)
        return { inventoryAdjustmentGroup: made }
      }),
    metafieldDefinitionCreate: ({
      definition,
    }: {
      definition: { key: string; type: string; namespace?: string | null }
    }) =>
      write('write_products', 'metafieldDefinitionCreate', async () => {
        if (shop.definition !== null)
          throw refuseUser(['definition', 'key'], 'Key is in use for Product metafields on the namespace.', 'TAKEN')
        if (definition.type !== 'id' || !isAppNamespace(definition.namespace))
          throw refuseUser(['definition', 'type'], 'This sandbox keeps one definition of type id', 'INVALID')
        await world.db
          .updateTable('shops')
          .set({ definition: definition.key })
          .where('domain', '=', shop.domain)
          .execute()
        return { createdDefinition: viewDefinition(definition.key) }
      }),
    appSubscriptionCreate: (input: SubscriptionInput) => payload(() => createSubscription(world, shop, input)),
    appSubscriptionCancel: (input: { id: string; prorate?: boolean | null }) =>
      payload(() => cancelSubscription(world, shop, input)),
    appPurchaseOneTimeCreate: (input: PurchaseInput) => payload(() => createPurchase(world, shop, input)),
    bulkOperationRunQuery: ({ query }: { query: string }) =>
      write('read_products', 'bulkOperationRunQuery', () => runBulk(world, shop, query)),
    publishablePublish: (input: { id: string; input: { publicationId: string }[] }) => publish(input, true),
    publishableUnpublish: (input: { id: string; input: { publicationId: string }[] }) => publish(input, false),
    webhookSubscriptionCreate: ({
      topic,
      webhookSubscription: { uri },
    }: {
      topic: string
      webhookSubscription: { uri?: string | null }
    }) =>
      write('read_products', 'webhookSubscriptionCreate', async () => {
        if (!uri || !URL.canParse(uri))
          throw refuseUser(['webhookSubscription', 'uri'], 'Address is invalid', 'INVALID')
        const made = await world.db
          .insertInto('subscriptions')
          .values({ shop: shop.domain, topic, uri, created_at: world.now() })
          .onConflict((c) => c.doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!made)
          throw refuseUser(['webhookSubscription', 'uri'], 'Address for this topic has already been taken', 'TAKEN')
        return { webhookSubscription: viewSubscription(made) }
      }),
    webhookSubscriptionDelete: ({ id }: { id: string }) =>
      write('read_products', 'webhookSubscriptionDelete', async () => {
        const number = numberOf('WebhookSubscription', id) ?? 0
        const gone = await world.db
          .deleteFrom('subscriptions')
          .where('shop', '=', shop.domain)
          .where('id', '=', number)
          .returning('id')
          .executeTakeFirst()
        if (!gone) throw refuseUser(['id'], 'Webhook subscription does not exist', 'NOT_FOUND')
        return { deletedWebhookSubscriptionId: id }
      }),
  }

  async function publish({ id, input }: { id: string; input: { publicationId: string }[] }, on: boolean) {
    const answer = await write('write_publications', 'publishablePublish', async () => {
      const known = input.every(({ publicationId }) => PUBLICATIONS.some((one) => one.id === publicationId))
      if (!known) throw refuseUser(['input'], 'Publication does not exist or is not publishable', 'NOT_FOUND')
      const wanted = input.map(({ publicationId }) => publicationId)
      const row = await changeProduct(world, shop, numberOf('Product', id) ?? 0, { who: 'app' }, ({ body }) => {
        const rest = body.publications.filter((one) => !wanted.includes(one))
        return { body: { ...body, publications: on ? [...rest, ...wanted].sort() : rest }, fields: ['publications'] }
      })
      return { publishable: view(row) }
    })
    return { shop: viewShop(world, shop), ...answer }
  }

  return { ...queries, ...mutations }
}

/** By who sends: the shop itself, or the app's own service. */
const scopeOf = ({ lineItemsByFulfillmentOrder: [first] }: FulfillmentInput): string =>
  (fulfillmentOrderOf(first?.fulfillmentOrderId)?.no ?? 0) > 0
    ? 'write_assigned_fulfillment_orders'
    : 'write_merchant_managed_fulfillment_orders'

const viewShop = (world: ShopifyWorld, shop: Shop) => ({
  id: gid('Shop', Math.abs(createHash('sha256').update(shop.domain).digest().readInt32BE())),
  name: shop.name,
  email: shop.email,
  contactEmail: shop.email,
  shopOwnerName: shop.owner_name,
  myshopifyDomain: shop.domain,
  primaryDomain: { id: gid('Domain', 1), host: shop.domain, url: shopUrl(world, shop) },
  url: shopUrl(world, shop),
  currencyCode: shop.currency,
  plan: { publicDisplayName: shop.plan, shopifyPlus: shop.points_per_second >= 1000, partnerDevelopment: false },
  shopAddress: { id: gid('ShopAddress', 1), countryCodeV2: shop.country },
})

const viewPublication = ({ id, handle, name }: (typeof PUBLICATIONS)[number]) => ({
  id,
  catalog: { __typename: 'AppCatalog', id: id.replace('Publication', 'AppCatalog'), title: name, status: 'ACTIVE' },
  channels: (page: Page) => connection([{ id: id.replace('Publication', 'Channel'), handle, name }], page),
})

const viewDefinition = (key: string) => ({
  id: gid('MetafieldDefinition', 1),
  namespace: 'app--1',
  key,
  name: key,
  ownerType: 'PRODUCT',
  type: { name: 'id', category: 'ID' },
})

const viewSubscription = ({
  id,
  topic,
  uri,
  created_at,
}: {
  id: number
  topic: string
  uri: string
  created_at: Date
}) => ({ id: gid('WebhookSubscription', id), topic, uri, format: 'JSON', createdAt: isoSecond(created_at) })

/** Since 2026-04 the inventory mutations are refused without it. */
function idempotencyKey({ fieldNodes, variableValues }: Info): string {
  const directive = fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent')
  const node = directive?.arguments?.find(({ name }) => name.value === 'key')?.value
  const coerced = 'coerced' in variableValues ? variableValues.coerced : variableValues
  const key = node && valueFromASTUntyped(node, coerced as Record<string, unknown>) // the variables of this call
  if (typeof key === 'string' && key !== '') return key
  throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
    extensions: { code: 'BAD_REQUEST' },
  })
}

/** The same key with the same input again has no second effect. */
async function isFirst(world: ShopifyWorld, shop: Shop, key: string, input: unknown): Promise<boolean> {
  const text = JSON.stringify([API_KEY, input])
  const made = await world.db
    .insertInto('idempotency')
    .values({ shop: shop.domain, key, input: text })
    .onConflict((c) => c.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (made) return true
  const before = await world.db
    .selectFrom('idempotency')
    .select('input')
    .where('shop', '=', shop.domain)
    .where('key', '=', key)
    .executeTakeFirst()
  if (before?.input !== text)
    throw refuseUser(null, 'The key was used with other parameters', 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH')
  return false
}
