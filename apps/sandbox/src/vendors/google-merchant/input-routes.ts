import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mustHaveAccount } from './access.ts'
import { refuseApi } from './api-error.ts'
import { recordChange } from './processing.ts'
import type { Attributes, CustomAttribute, InputRow, MerchantWorld } from './tables.ts'

const Custom = z.array(z.looseObject({ name: z.string().max(1000), value: z.string().max(10_240) }))
const Body = z.strictObject({
  offerId: z.string().trim().min(1).max(50).optional(),
  contentLanguage: z.string().length(2).optional(),
  feedLabel: z
    .string()
    .regex(/^[A-Z0-9_-]{1,20}$/)
    .optional(),
  versionNumber: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
  name: z.string().optional(),
  productAttributes: z.record(z.string(), z.unknown()).default({}),
  customAttributes: Custom.default([]),
})

/** Names of the older API, which this one does not know. */
const OLD_NAMES = ['channel', 'attributes', 'gtin']
const AVAILABILITIES = ['IN_STOCK', 'OUT_OF_STOCK', 'PREORDER', 'LIMITED_AVAILABILITY', 'BACKORDER']
const Price = z.strictObject({
  amountMicros: z.union([z.string().regex(/^\d+$/), z.number()]),
  currencyCode: z.string(),
})

const invalid = (message: string) => refuseApi('INVALID_ARGUMENT', message, 'invalid')

function checkAttributes(attributes: Attributes): void {
  const { availability, price, salePrice } = attributes
  if (availability !== undefined && !AVAILABILITIES.includes(String(availability)))
    throw invalid(`Invalid value at 'product_input.product_attributes.availability': "${String(availability)}"`)
  for (const amount of [price, salePrice])
    if (amount !== undefined && !Price.safeParse(amount).success) throw invalid("Invalid value at 'price'")
  const old = OLD_NAMES.find((name) => name in attributes)
  if (old) throw invalid(`Invalid JSON payload received. Unknown name "${old}": Cannot find field.`)
}

/** Underscores in the names of custom attributes become spaces. */
const tidy = (custom: readonly { name: string; value: string }[]): CustomAttribute[] =>
  custom.map(({ name, value }) => ({ name: name.replaceAll('_', ' '), value }))

const queryText = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Record<string, unknown>)[name] // Fastify's parsed query
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/** Plain with tildes, or base64url of that. */
export const decodeName = (segment: string): string =>
  (segment.includes('~') ? segment : Buffer.from(segment, 'base64url').toString()).replaceAll('\0', '')

export function inputRoutes(app: FastifyInstance, world: MerchantWorld) {
  async function mustBeSource(request: FastifyRequest, account: string): Promise<string> {
    const name = queryText(request, 'dataSource')
    const id = /^accounts\/(\d+)\/dataSources\/(\d{1,15})$/.exec(name)
    const row =
      id?.[1] === account &&
      (await world.db
        .selectFrom('data_sources')
        .selectAll()
        .where('account', '=', account)
        .where('id', '=', Number(id[2]))
        .executeTakeFirst())
    if (!row) throw invalid(`The data source ${name} does not exist`)
    if (row.input !== 'API') throw invalid('Only API data sources accept product inputs')
    return name
  }

  const find = (account: string, name: string): Promise<InputRow | undefined> =>
    world.db.selectFrom('inputs').selectAll().where('account', '=', account).where('name', '=', name).executeTakeFirst()

  const book = (account: string, offer_id: string, method: string, fields: string[]) =>
    world.db.insertInto('writes').values({ account, offer_id, who: 'app', method, fields, at: world.now() }).execute()

  const shown = (account: string, { name, offer_id, version, attributes, custom }: Omit<InputRow, 'no'>) => {
    const [contentLanguage, feedLabel] = name.split('~')
    const encoded = Buffer.from(name).toString('base64url')
    return {
      name: `accounts/${account}/productInputs/${name}`,
      product: `accounts/${account}/products/${name}`,
      base64EncodedName: `accounts/${account}/productInputs/${encoded}`,
      base64EncodedProduct: `accounts/${account}/products/${encoded}`,
      offerId: offer_id,
      contentLanguage,
      feedLabel,
      versionNumber: version,
      productAttributes: attributes,
      customAttributes: custom,
    }
  }

  const insertConfig = { config: { endpoint: 'productInputs.insert' } }
  app.post('/products/v1/accounts/:account/productInputs::insert', insertConfig, async (request) => {
    const account = await mustHaveAccount(world, request)
    const data_source = await mustBeSource(request, account.id)
    const input = Body.safeParse(request.body)
    if (!input.success) throw invalid(input.error.issues[0]?.message ?? 'invalid')
    const { offerId, contentLanguage, feedLabel, versionNumber, productAttributes, customAttributes } = input.data
    if (!offerId || !contentLanguage || !feedLabel) throw invalid('offerId, contentLanguage and feedLabel are required')
    checkAttributes(productAttributes)
    const name = `${contentLanguage}~${feedLabel}~${offerId.replace(/\s+/g, ' ')}`
    const old = await find(account.id, name)
    const version = versionNumber ?? old?.version ?? '0'
    if (old && BigInt(version) < BigInt(old.version))
      throw refuseApi(
        'ABORTED',
        `The version number ${version} is lower than the current one, ${old.version}.`,
        'aborted',
      )
    const row = {
      offer_id: offerId,
      data_source,
      version,
      attributes: JSON.stringify(productAttributes),
      custom: JSON.stringify(tidy(customAttributes)),
      inserted_at: world.now(),
    }
    await world.db
      .insertInto('inputs')
      .values({ account: account.id, name, ...row })
      .onConflict((c) => c.columns(['account', 'name']).doUpdateSet(row))
      .execute()
    const group_id = typeof productAttributes['itemGroupId'] === 'string' ? productAttributes['itemGroupId'] : ''
    if (!old)
      await world.db
        .insertInto('created')
        .values({ account: account.id, offer_id: offerId, group_id, at: world.now() })
        .execute()
    await book(account.id, offerId, old ? 'reinsert' : 'insert', Object.keys(productAttributes))
    await recordChange(world, account.id, name)
    const made = await find(account.id, name)
    return made ? shown(account.id, made) : {}
  })

  const one = '/products/v1/accounts/:account/productInputs/:input'
  const nameOf = (request: FastifyRequest) => decodeName((request.params as { input: string }).input) // of the route
  const missing = (name: string) => refuseApi('NOT_FOUND', `item not found: ${name}`, 'notFound')

  app.patch(one, { config: { endpoint: 'productInputs.patch' } }, async (request) => {
    const account = await mustHaveAccount(world, request)
    const data_source = await mustBeSource(request, account.id)
    const name = nameOf(request)
    const old = await find(account.id, name)
    if (!old || old.data_source !== data_source) throw missing(name)
    const input = Body.safeParse(request.body)
    if (!input.success) throw invalid(input.error.issues[0]?.message ?? 'invalid')
    const { productAttributes, customAttributes } = input.data
    checkAttributes(productAttributes)
    const mask = queryText(request, 'updateMask').split(',').filter(Boolean)
    const paths = mask.length > 0 ? mask : Object.keys(productAttributes).map((field) => `productAttributes.${field}`)
    const attributes: Attributes = { ...old.attributes }
    let custom = old.custom
    for (const path of paths) {
      const [root, field, deeper] = path.split('.')
      if (!field || deeper || (root !== 'productAttributes' && root !== 'customAttribute'))
        throw invalid(`Invalid value at 'update_mask': ${path}`)
      if (root === 'productAttributes') {
        const value = productAttributes[field]
        if (value === undefined) delete attributes[field]
        else attributes[field] = value
      } else {
        const given = tidy(customAttributes).filter((own) => own.name === field)
        custom = [...custom.filter((own) => own.name !== field), ...given]
      }
    }
    const values = { attributes: JSON.stringify(attributes), custom: JSON.stringify(custom) }
    await world.db.updateTable('inputs').set(values).where('no', '=', old.no).execute()
    await book(account.id, old.offer_id, 'patch', paths)
    await recordChange(world, account.id, name)
    return shown(account.id, { ...old, attributes, custom })
  })

  app.delete(one, { config: { endpoint: 'productInputs.delete' } }, async (request) => {
    const account = await mustHaveAccount(world, request)
    await mustBeSource(request, account.id)
    const name = nameOf(request)
    const gone = await world.db
      .deleteFrom('inputs')
      .where('account', '=', account.id)
      .where('name', '=', name)
      .returning('offer_id')
      .executeTakeFirst()
    if (!gone) throw missing(name)
    await book(account.id, gone.offer_id, 'delete', ['deleted'])
    await recordChange(world, account.id, name)
    return {}
  })
}
