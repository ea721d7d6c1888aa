import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { action, type VendorDefinition } from '../../frame/define-vendor.ts'
import { revokeTokens } from '../../frame/tokens.ts'
import { PERSON } from './access.ts'
import { AccountId, findAccount, makeAccounts } from './accounts.ts'
import { issue, workChanges } from './processing.ts'
import type { Account, MerchantTables, MerchantWorld, ProductRow } from './tables.ts'

const DEMO = '512000001'
const accountField = { name: 'account', label: 'Account', type: 'text', value: DEMO } as const
const productField = { name: 'product', label: 'Group or offer', type: 'text', value: '' } as const
const OfAccount = z.strictObject({ account: AccountId.default(DEMO) })
const OfProduct = OfAccount.extend({ product: plainText.min(1) })
const ms = z.coerce.number().int().min(0).max(86_400_000)

async function accountOf(world: MerchantWorld, id: string): Promise<Account> {
  const account = await findAccount(world, id)
  if (!account) throw new BadInput(`There is no account ${id}`, 404)
  return account
}

async function productsOf(world: MerchantWorld, account: string, product: string): Promise<ProductRow[]> {
  await accountOf(world, account)
  await workChanges(world)
  const rows = await world.db
    .selectFrom('products')
    .selectAll()
    .where('account', '=', account)
    .where((eb) => eb.or([eb('group_id', '=', product), eb('offer_id', '=', product)]))
    .orderBy('no')
    .execute()
  if (rows.length === 0) throw new BadInput(`The account has no product ${product}`, 404)
  return rows
}

const book = (world: MerchantWorld, account: string, offer_id: string, method: string, fields: string[]) =>
  world.db
    .insertInto('writes')
    .values({ account, offer_id, who: 'merchant', method, fields, at: world.now() })
    .execute()

export const control: NonNullable<VendorDefinition<MerchantTables>['control']> = {
  make_account: action({
    label: 'Make an account',
    fields: [
      { name: 'account', label: 'Number', type: 'text', value: '512000009' },
      { name: 'process_ms', label: 'Products show after (ms)', type: 'number', value: 2000 },
      { name: 'judge_ms', label: 'Issues are told after (ms)', type: 'number', value: 180_000 },
    ],
    input: z.strictObject({ account: AccountId, process_ms: ms.default(2000), judge_ms: ms.default(180_000) }),
    async run(world: MerchantWorld, { account: id, process_ms, judge_ms }) {
      const row = { id, name: `Account ${id}`, language: 'en-US', country: 'US', process_ms, judge_ms }
      await makeAccounts(world, [row])
      return { account: id }
    },
  }),
  set_delays: action({
    label: 'How long Google takes',
    fields: [
      accountField,
      { name: 'process_ms', label: 'Products show after (ms)', type: 'number', value: 2000 },
      { name: 'judge_ms', label: 'Issues are told after (ms)', type: 'number', value: 180_000 },
    ],
    input: OfAccount.extend({ process_ms: ms, judge_ms: ms }),
    async run(world: MerchantWorld, { account, process_ms, judge_ms }) {
      await accountOf(world, account)
      await world.db.updateTable('accounts').set({ process_ms, judge_ms }).where('id', '=', account).execute()
      return { account, process_ms, judge_ms }
    },
  }),
  set_registered: action({
    label: 'Whether our project is registered',
    fields: [accountField, { name: 'registered', label: 'Registered (1) or not (0)', type: 'number', value: 0 }],
    input: OfAccount.extend({ registered: z.coerce.boolean() }),
    async run(world: MerchantWorld, { account, registered }) {
      await accountOf(world, account)
      await world.db.updateTable('accounts').set({ registered }).where('id', '=', account).execute()
      return { account, registered }
    },
  }),
  edit_product: action({
    label: 'Edit a product, as the merchant',
    fields: [
      accountField,
      productField,
      { name: 'title', label: 'New title', type: 'text', value: 'Changed in Merchant Center' },
    ],
    input: OfProduct.extend({ title: plainText.min(1).optional(), brand: plainText.optional() }),
    async run(world: MerchantWorld, { account, product, ...fields }) {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      for (const { name, offer_id, attributes } of await productsOf(world, account, product)) {
        const changed = { attributes: JSON.stringify({ ...attributes, ...given }) }
        await world.db
          .updateTable('inputs')
          .set(changed)
          .where('account', '=', account)
          .where('name', '=', name)
          .execute()
        await world.db
          .updateTable('products')
          .set({ ...changed, updated_at: world.now() })
          .where('account', '=', account)
          .where('name', '=', name)
          .execute()
        await book(world, account, offer_id, 'edit', Object.keys(given))
      }
      return { account, product, changed: Object.keys(given) }
    },
  }),
  /** Not as there: a field of another type than it is described with, as a new version of the API might have. */
  break_product: action({
    label: 'Show one item of a product in a form that nobody expects',
    fields: [accountField, productField],
    input: OfProduct,
    async run(world: MerchantWorld, { account, product }) {
      const [row] = await productsOf(world, account, product)
      if (!row) throw new BadInput(`The account has no product ${product}`, 404)
      await world.db
        .updateTable('products')
        .set({ attributes: JSON.stringify({ ...row.attributes, gtins: 1 }) })
        .where('account', '=', account)
        .where('name', '=', row.name)
        .execute()
      return { offer: row.offer_id }
    },
  }),
  delete_product: action({
    label: 'Delete a product, as the merchant',
    fields: [accountField, productField],
    input: OfProduct,
    async run(world: MerchantWorld, { account, product }) {
      for (const { name, offer_id } of await productsOf(world, account, product)) {
        await world.db.deleteFrom('inputs').where('account', '=', account).where('name', '=', name).execute()
        await world.db.deleteFrom('products').where('account', '=', account).where('name', '=', name).execute()
        await book(world, account, offer_id, 'delete', ['deleted'])
      }
      return { account, product }
    },
  }),
  disapprove: action({
    label: 'Find something wrong with a product',
    fields: [
      accountField,
      productField,
      { name: 'description', label: 'What', type: 'text', value: 'Personalized advertising: restricted' },
    ],
    input: OfProduct.extend({ description: plainText.min(1) }),
    async run(world: MerchantWorld, { account, product, description }) {
      for (const { name, issues } of await productsOf(world, account, product)) {
        const all = [...issues, issue('policy_violation', '', description)]
        await world.db
          .updateTable('products')
          .set({ issues: JSON.stringify(all), judged_at: world.now() })
          .where('account', '=', account)
          .where('name', '=', name)
          .execute()
      }
      return { account, product }
    },
  }),
  fail_media: action({
    label: 'Let the next pictures fail',
    fields: [accountField, { name: 'times', label: 'Pictures', type: 'number', value: 1 }],
    input: OfAccount.extend({ times: z.coerce.number().int().min(0).max(1000).default(1) }),
    async run(world: MerchantWorld, { account, times }) {
      await accountOf(world, account)
      await world.db.updateTable('accounts').set({ failing_pictures: times }).where('id', '=', account).execute()
      return { account, times }
    },
  }),
  revoke_access: action({
    label: 'Take the access away',
    input: z.strictObject({}),
    async run(world: MerchantWorld) {
      await revokeTokens(world, PERSON)
      return { revoked: true }
    },
  }),
}

/** The accounts' own books, for whoever judges: what was made, written and fetched. */
export function bookRoutes(app: FastifyInstance, world: MerchantWorld) {
  app.get<{ Querystring: { account?: string } }>('/google-merchant/books', async ({ query }) => {
    await workChanges(world)
    const account = query.account?.replaceAll('\0', '')
    const at = <T extends { where(column: 'account', operator: '=', value: string): T }>(rows: T): T =>
      account === undefined ? rows : rows.where('account', '=', account)
    const [products, inputs, created, writes, downloads] = await Promise.all([
      at(world.db.selectFrom('products').selectAll()).orderBy('no').execute(),
      at(world.db.selectFrom('inputs').selectAll()).orderBy('no').execute(),
      at(world.db.selectFrom('created').selectAll()).orderBy('at').execute(),
      at(
        world.db
          .selectFrom('writes')
          .select([
            'account',
            'who',
            'method',
            sql<string>`unnest(fields)`.as('field'),
            sql<number>`count(*)`.as('count'),
          ]),
      )
        .groupBy(['account', 'who', 'method', sql`unnest(fields)`])
        .execute(),
      at(world.db.selectFrom('downloads').select(['account', 'hash', 'source', sql<number>`count(*)`.as('count')]))
        .groupBy(['account', 'hash', 'source'])
        .execute(),
    ])
    return { products, inputs, created, writes, downloads }
  })
}
