import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mustBeAllowed, mustHaveAccount } from './access.ts'
import { refuseApi } from './api-error.ts'
import { decodeName } from './input-routes.ts'
import { LAPSES_MS, workChanges } from './processing.ts'
import type { MerchantWorld, ProductRow } from './tables.ts'

const pageOf = (query: unknown, largest: number, usual: number) => {
  const { pageSize, pageToken } = query as Record<string, unknown> // Fastify's parsed query, or a body
  const size = Math.min(Math.max(1, Number(pageSize ?? usual) || usual), largest)
  const from = Number(Buffer.from(typeof pageToken === 'string' ? pageToken : '', 'base64url').toString()) || 0
  return { size, from }
}
const tokenOf = (no: number) => Buffer.from(String(no)).toString('base64url')

/** Google's query language, as far as a list of products needs it. */
const QUERY =
  /^\s*SELECT\s+([\w,\s]+?)\s+FROM\s+product_view(?:\s+WHERE\s+(\w+)\s+(?:=\s*'([^']*)'|IN\s*\(([^)]*)\)))?\s*$/i
const FILTERS = { item_group_id: 'group_id', offer_id: 'offer_id' } as const

/** Told, and not enforced: what is too much is a fault of the control room. */
const QUOTAS = [
  { minute: 1200, day: 200_000, paths: ['products/v1/productInputs.insert', 'products/v1/productInputs.patch'] },
  { minute: 3000, day: 500_000, paths: ['products/v1/products.get', 'products/v1/products.list'] },
  { minute: 600, day: 50_000, paths: ['reports/v1/reports.search'] },
  { minute: 60, day: 2000, paths: ['datasources/v1/dataSources.create'] },
]

export function productRoutes(app: FastifyInstance, world: MerchantWorld) {
  function shown(account: string, row: ProductRow) {
    const [contentLanguage, feedLabel] = row.name.split('~')
    const judged = row.judged_at.getTime() <= world.now().getTime()
    return {
      name: `accounts/${account}/products/${row.name}`,
      base64EncodedName: `accounts/${account}/products/${Buffer.from(row.name).toString('base64url')}`,
      offerId: row.offer_id,
      contentLanguage,
      feedLabel,
      dataSource: row.data_source,
      versionNumber: row.version,
      productAttributes: row.attributes,
      customAttributes: row.custom,
      productStatus: {
        destinationStatuses: [{ reportingContext: 'FREE_LISTINGS', [verdictOf(row, judged)]: [feedLabel] }],
        itemLevelIssues: judged ? row.issues : [],
        creationDate: row.inserted_at.toISOString(),
        lastUpdateDate: row.updated_at.toISOString(),
        googleExpirationDate: new Date(row.inserted_at.getTime() + LAPSES_MS).toISOString(),
      },
    }
  }

  app.get('/accounts/v1/accounts', { config: { endpoint: 'accounts' } }, async (request) => {
    await mustBeAllowed(world, request)
    const rows = await world.db.selectFrom('accounts').selectAll().orderBy('id').execute()
    return { accounts: rows.map(shownAccount) }
  })
  const shownAccount = ({ id, name, language }: { id: string; name: string; language: string }) => ({
    name: `accounts/${id}`,
    accountId: id,
    accountName: name,
    timeZone: { id: 'Etc/UTC' },
    languageCode: language,
  })
  app.get('/accounts/v1/accounts/:account', { config: { endpoint: 'account' } }, async (request) =>
    shownAccount(await mustHaveAccount(world, request)),
  )
  app.get('/accounts/v1/accounts/:account/businessInfo', { config: { endpoint: 'businessInfo' } }, async (request) => {
    const { id, country } = await mustHaveAccount(world, request)
    return { name: `accounts/${id}/businessInfo`, address: { regionCode: country } }
  })

  app.get('/quota/v1/accounts/:account/quotas', { config: { endpoint: 'quotas' } }, async (request) => {
    const { id } = await mustHaveAccount(world, request)
    const quotaGroups = QUOTAS.map(({ minute, day, paths }, at) => ({
      name: `accounts/${id}/quotas/${at + 1}`,
      quotaUsage: '0',
      quotaLimit: String(day),
      quotaMinuteLimit: String(minute),
      methodDetails: paths.map((path) => ({ method: path.split('/').at(-1), version: 'v1', path })),
    }))
    return { quotaGroups }
  })

  const sources = '/datasources/v1/accounts/:account/dataSources'
  app.get(sources, { config: { endpoint: 'dataSources.list' } }, async (request) => {
    const { id } = await mustHaveAccount(world, request)
    const rows = await world.db.selectFrom('data_sources').selectAll().where('account', '=', id).orderBy('id').execute()
    return { dataSources: rows.map(shownSource) }
  })
  interface SourceRow {
    id: number
    account: string
    display_name: string
    input: string
    feed_label: string
    content_language: string
  }
  const shownSource = ({ id, account, display_name, input, feed_label, content_language }: SourceRow) => ({
    name: `accounts/${account}/dataSources/${id}`,
    dataSourceId: String(id),
    displayName: display_name,
    input,
    primaryProductDataSource: { feedLabel: feed_label, contentLanguage: content_language },
  })
  const NewSource = z.object({
    displayName: z.string().min(1).max(200),
    primaryProductDataSource: z.object({
      feedLabel: z.string().regex(/^[A-Z0-9-]{1,20}$/),
      contentLanguage: z.string().length(2),
    }),
  })
  app.post(sources, { config: { endpoint: 'dataSources.create' } }, async (request) => {
    const { id: account } = await mustHaveAccount(world, request)
    const input = NewSource.safeParse(request.body)
    if (!input.success) throw refuseApi('INVALID_ARGUMENT', input.error.issues[0]?.message ?? 'invalid', 'invalid')
    const { displayName, primaryProductDataSource: goods } = input.data
    const row = {
      account,
      display_name: displayName,
      input: 'API',
      feed_label: goods.feedLabel,
      content_language: goods.contentLanguage,
    }
    return shownSource(await world.db.insertInto('data_sources').values(row).returningAll().executeTakeFirstOrThrow())
  })

  const products = '/products/v1/accounts/:account/products'
  app.get(products, { config: { endpoint: 'products.list' } }, async (request) => {
    const { id } = await mustHaveAccount(world, request)
    await workChanges(world)
    const { size, from } = pageOf(request.query, 1000, 25)
    const rows = await world.db
      .selectFrom('products')
      .selectAll()
      .where('account', '=', id)
      .where('no', '>', from)
      .orderBy('no')
      .limit(size + 1)
      .execute()
    const page = rows.slice(0, size)
    const next = rows.length > size ? { nextPageToken: tokenOf(page.at(-1)?.no ?? 0) } : {}
    return { products: page.map((row) => shown(id, row)), ...next }
  })

  app.get<{ Params: { account: string; product: string } }>(
    `${products}/:product`,
    { config: { endpoint: 'products.get' } },
    async (request) => {
      const { id } = await mustHaveAccount(world, request)
      await workChanges(world)
      const name = decodeName(request.params.product)
      const row = await world.db
        .selectFrom('products')
        .selectAll()
        .where('account', '=', id)
        .where('name', '=', name)
        .executeTakeFirst()
      if (!row) throw refuseApi('NOT_FOUND', `item not found: ${name}`, 'notFound')
      return shown(id, row)
    },
  )

  const search = '/reports/v1/accounts/:account/reports::search'
  app.post(search, { config: { endpoint: 'reports.search' } }, async (request) => {
    const { id } = await mustHaveAccount(world, request)
    await workChanges(world)
    const { query } = (request.body ?? {}) as { query?: unknown } // checked below
    const [, fields = '', column, single, list] = QUERY.exec(typeof query === 'string' ? query : '') ?? []
    const wanted = fields.split(',').map((field) => field.trim())
    if (!wanted.includes('id'))
      throw refuseApi('INVALID_ARGUMENT', 'The field product_view.id must be selected', 'query')
    const filter = column === undefined ? undefined : FILTERS[column as keyof typeof FILTERS]
    if (column !== undefined && !filter) throw refuseApi('INVALID_ARGUMENT', `Cannot filter by ${column}`, 'query')
    const values = single === undefined ? [...(list ?? '').matchAll(/'([^']*)'/g)].map((one) => one[1] ?? '') : [single]
    const { size, from } = pageOf(request.body ?? {}, 100_000, 1000)
    let rows = world.db.selectFrom('products').selectAll().where('account', '=', id).where('no', '>', from)
    if (filter) rows = rows.where(filter, 'in', ['\u0001', ...values.map((value) => value.replaceAll('\0', ''))])
    const found = await rows
      .orderBy('no')
      .limit(size + 1)
      .execute()
    const page = found.slice(0, size)
    const next = found.length > size ? { nextPageToken: tokenOf(page.at(-1)?.no ?? 0) } : {}
    return { results: page.map((row) => ({ productView: viewOf(row, wanted) })), ...next }
  })
}

function verdictOf({ issues }: ProductRow, judged: boolean) {
  if (!judged) return 'pendingCountries'
  return issues.length > 0 ? 'disapprovedCountries' : 'approvedCountries'
}

function viewOf({ name, offer_id, group_id, attributes }: ProductRow, wanted: readonly string[]) {
  const [languageCode, feedLabel] = name.split('~')
  const all: Record<string, [string, unknown]> = {
    id: ['id', `online~${name}`],
    offer_id: ['offerId', offer_id],
    language_code: ['languageCode', languageCode],
    feed_label: ['feedLabel', feedLabel],
    item_group_id: ['itemGroupId', group_id],
    title: ['title', attributes['title']],
    brand: ['brand', attributes['brand']],
    price: ['price', attributes['price']],
  }
  return Object.fromEntries(wanted.flatMap((field) => (all[field] ? [all[field]] : [])))
}
