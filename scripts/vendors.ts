/**
 * `npm run vendors` writes what the vendors' folders say of themselves as plain data, for whoever must not import a
 * connector: rules, web, settings, and the rows of docs/deploy.md. `--check` fails when what is there is old.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import { operatorPlans, payments, storePlans } from '@omni/connectors/payments/registry.ts'
import { socials } from '@omni/connectors/social/registry.ts'
import { suppliers } from '@omni/connectors/suppliers/registry.ts'
import type { SupplierDefinition } from '@omni/connectors/suppliers/supplier.ts'
import { tracker } from '@omni/connectors/tracking/registry.ts'
import { type Ability, PROOFS, type Proofs } from '@omni/connectors/proofs.ts'
import type { VendorDefinition } from '@omni/connectors/vendor.ts'
import type { VendorSettings } from '@omni/domain/vendors/setting.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = 'packages/domain/src/vendors'

// Each keeps its own types inside.
const allSuppliers = Object.values(suppliers) as unknown as SupplierDefinition[]
const allChannels = Object.values(channels) as unknown as ChannelDefinition[]
const all = [...allSuppliers, ...allChannels]
const allPayments = Object.values(payments)
const allSocials = Object.values(socials)

const ids = <D extends { id: string }>(list: readonly D[], holds: (one: D) => unknown = () => true) =>
  list.filter(holds).map(({ id }) => id)

function onlyOne<T>(list: readonly T[]): T {
  const [one, another] = list
  if (one === undefined || another !== undefined) throw new Error('there must be one, and one alone')
  return one
}

/** Where a person connects a store: types its address, is sent to a page that knows, or picks one of several. */
function asksFor({ outlets, store_unasked }: ChannelDefinition) {
  if (outlets) return 'outlet'
  return store_unasked ? 'nothing' : 'address'
}

const vendors = Object.fromEntries(
  all.map(({ id, name, badge }) => [id, { name, colour: badge.colour, glyph: badge.glyph }]),
)
const channelFacts = Object.fromEntries(
  allChannels.map((one) => [
    one.id,
    {
      asks_for: asksFor(one),
      sells: one.orders !== undefined,
      tags: one.orders?.tag !== undefined,
      fulfilment_requests: one.requests !== undefined,
      publications: one.publications !== undefined,
      requirements: one.requirements !== undefined,
      groups: one.groups !== undefined,
      return_query: one.return_query ?? null,
      address_suffix: one.address_suffix ?? null,
      embedded_in: one.embedded_in ?? null,
      fee_percent: one.fee_percent ?? null,
      sold_as: one.sold_as ?? null,
      limits: one.listing_limits,
    },
  ]),
)
const ownAccounts = Object.fromEntries(
  allSuppliers
    .filter(({ sellers_connect }) => sellers_connect)
    .map(({ id, account }) => [id, account?.authorizeUrl ? 'oauth' : 'key']),
)
const supplierFacts = Object.fromEntries(
  allSuppliers.map((one) => [
    one.id,
    {
      via: one.via,
      is_listed: !one.unlisted,
      site_name: one.site_name ?? one.id,
      disputes: one.orders?.disputeOptions !== undefined,
      wholesale: one.wholesale !== undefined,
      sells_used: one.sells_used !== undefined,
      counts_as_us_made: one.counts_as_us_made !== undefined,
      pays_admitad: one.pays_admitad !== undefined,
    },
  ]),
)

const lists = {
  SOURCE_IDS: ids(allSuppliers),
  CHANNEL_IDS: ids(allChannels),
  /** They take orders, by their API or in the seller's own browser. */
  ORDER_SOURCE_IDS: ids(allSuppliers, ({ orders, bought_by_extension }) => orders ?? bought_by_extension),
  /** They take the money by a call of its own. */
  PAY_LATER_SOURCE_IDS: ids(allSuppliers, ({ orders }) => orders?.pay),
  EXTENSION_SOURCE_IDS: ids(allSuppliers, ({ bought_by_extension }) => bought_by_extension),
  KEY_SOURCE_IDS: ids(allSuppliers, ({ sellers_connect, account }) => sellers_connect && !account?.authorizeUrl),
  STOCK_SOURCE_IDS: ids(allSuppliers, ({ logistics }) => logistics?.stock),
  /** Connected on a page of the supplier's own. */
  CONSENT_SOURCE_IDS: ids(allSuppliers, ({ sellers_connect, account }) => sellers_connect && account?.authorizeUrl),
  /** Wallet and card pay it. */
  HOUSE_SOURCE_ID: onlyOne(allSuppliers.filter(({ is_house }) => is_house)).id,
  WORD_SOURCE_IDS: ids(allSuppliers, ({ searches_by_words }) => searches_by_words),
  DSERS_SOURCE_ID: onlyOne(allSuppliers.filter(({ in_dsers_columns }) => in_dsers_columns)).id,
  /** Addresses as they are pasted. */
  EXAMPLE_LINKS: allSuppliers.flatMap(({ example_link }) => example_link ?? []),
  /** The store hands its keys over to an https address alone. */
  KEYS_BY_HOOK_IDS: ids(allChannels, ({ keys_by_hook }) => keys_by_hook),
  /** A person may copy a key from the store's own pages. */
  KEYS_BY_HAND_IDS: ids(allChannels, ({ keys_by_hand }) => keys_by_hand),
  UNASKED_CHANNEL_IDS: ids(allChannels, ({ store_unasked }) => store_unasked),
  /** They ask for more than a product: where it is sent from, its parcel, its category. */
  MARKETPLACE_IDS: ids(allChannels, ({ requirements }) => requirements),
  EMBEDDING_CHANNEL_ID: onlyOne(allChannels.filter(({ embedded_in }) => embedded_in)).id,
  /** The seller's own website: it has an address, which can be typed. */
  SITE_CHANNEL_IDS: ids(allChannels, (one) => asksFor(one) === 'address'),
  TAG_CHANNEL_IDS: ids(allChannels, ({ orders }) => orders?.tag),
  OUTLET_CHANNEL_IDS: ids(allChannels, ({ outlets }) => outlets),
  SUPPLIER_FACTS: supplierFacts,
  /** What each wants of an address, besides what every country's post and customs want. */
  ADDRESS_RULES: Object.fromEntries(allSuppliers.map(({ id, address = {} }) => [id, address])),
  /** Suppliers where sellers connect accounts of their own, and how. */
  OWN_ACCOUNTS: ownAccounts,
  CHANNEL_FACTS: channelFacts,
  PAYMENT_IDS: ids(allPayments),
  /** Its page takes cards and keeps them. */
  CARD_PAYMENT_ID: onlyOne(allPayments.filter(({ keeps }) => keeps === 'card')).id,
  /** A person has an account there, which is kept in place of a card. */
  ACCOUNT_PAYMENT_IDS: ids(allPayments, ({ keeps }) => keeps === 'account'),
  /** Plans are paid at the operator's own provider, or on the invoice of a store. */
  OPERATOR_PLANS_ID: operatorPlans.id,
  STORE_PLANS_ID: storePlans.id,
  TRACKER_ID: tracker.id,
  /** As people know them; suppliers and channels are in badges.ts. */
  SERVICE_NAMES: Object.fromEntries(
    [...allPayments, operatorPlans, storePlans, tracker].map(({ id, name }) => [id, name]),
  ),
}
type Configured = Pick<VendorDefinition, 'id' | 'name' | 'settings' | 'needs' | 'deploy'>
const settingsOf = (
  what: VendorSettings['what'],
  list: readonly (Configured & { sandbox_per_day?: number })[],
): VendorSettings[] =>
  list.map(({ id, settings, needs, sandbox_per_day }) => ({
    id,
    what,
    needs: needs ?? null,
    settings: settings ?? {},
    ...(sandbox_per_day !== undefined && { sandbox_per_day }),
  }))
const settings = [
  ...settingsOf('sign-in', allSocials),
  ...settingsOf('supplier', allSuppliers),
  ...settingsOf('payments', allPayments),
  ...settingsOf('plans', [operatorPlans, storePlans]),
  ...settingsOf('tracking', [tracker]),
  ...settingsOf('channel', allChannels),
]

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** The rows of docs/deploy.md on one vendor: its own notes, and what they do not mention. */
function deployRows({ name, settings: own = {}, deploy = [] }: Configured): string[] {
  const rows = deploy.map(
    ({ variables, meaning, without }) => `| ${name} | ${code(variables)} | ${meaning} | ${without} |`,
  )
  const left = Object.entries(own).filter(([variable]) => !rows.some((row) => row.includes(variable)))
  const usual = left.map(([, { default: value }]) => (value === undefined ? 'none' : `\`${value}\``))
  if (left.length > 0)
    rows.push(
      `| ${name} | ${code(left.map(([variable]) => variable))} | leads to a sandbox if need be | ${usual.join(', ')} |`,
    )
  return rows
}

/** What a vendor can do, by what its definition holds. */
const channelAbilities = (one: ChannelDefinition): Partial<Record<Ability, unknown>> => ({
  account: one.account,
  listings: one.listings,
  publications: one.publications,
  requirements: one.requirements,
  orders: one.orders,
  tags: one.orders?.tag,
  cancelling: one.orders?.cancel,
  refunding: one.refunds,
  fulfilments: one.fulfilments,
  requests: one.requests,
  webhooks: one.webhooks,
  billing: one.billing,
})
const supplierAbilities = (one: SupplierDefinition): Partial<Record<Ability, unknown>> => ({
  account: one.account,
  catalogue: one.catalog,
  captures: one.readCapture,
  shipping: one.logistics,
  orders: one.orders,
  disputes: one.orders?.disputeOptions,
  webhooks: one.pushes,
})

/** Every ability stands in `proved`, and nothing else does. */
function proofRows({ name, proved }: { name: string; proved: Proofs }, has: Partial<Record<Ability, unknown>>) {
  const abilities = Object.entries(has).flatMap(([ability, value]) => (value ? [ability] : []))
  const missing = new Set(abilities).symmetricDifference(new Set(Object.keys(proved)))
  if (missing.size > 0) throw new Error(`${name}: \`proved\` and what it can do differ: ${[...missing].join(', ')}`)
  return Object.entries(proved).map(
    ([ability, proofs]) => `| ${name} | ${ability} | ${proofs.map((proof) => PROOFS[proof]).join(', ')} |`,
  )
}
const proofs = [
  ...allChannels.flatMap((one) => proofRows(one, channelAbilities(one))),
  ...allSuppliers.flatMap((one) => proofRows(one, supplierAbilities(one))),
  ...allPayments.flatMap((one) => proofRows(one, { payments: true })),
  ...[operatorPlans, storePlans].flatMap((one) => proofRows(one, { plans: true })),
  ...proofRows(tracker, { parcels: true }),
  ...allSocials.flatMap((one) => proofRows(one, { 'sign-in': true })),
]
const VENDORS_PAGE = `# What each vendor was held against

Generated by \`npm run vendors\` from \`proved\` in the vendors' folders. Which sources these are, and what is still to be confirmed with a
live account, stands at the head of each folder. \`npm run conformance -- <vendor>\` asks a real account or shop.

| vendor | ability | held against |
|---|---|---|
${proofs.join('\n')}
`

const DEPLOY = 'docs/deploy.md'
const deployed = [
  '| vendor | variable | meaning | without |',
  '|---|---|---|---|',
  ...[...allSocials, ...allSuppliers, ...allPayments, operatorPlans, storePlans, tracker, ...allChannels].flatMap(
    deployRows,
  ),
].join('\n')

const HEAD = '// Generated by scripts/vendors.ts from the vendors’ folders. Do not edit.'
const files = {
  'manifest.ts': [
    HEAD,
    `import type { VendorSettings } from './setting.ts'`,
    ...Object.entries(lists).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const`),
    `export const VENDOR_SETTINGS: readonly VendorSettings[] = ${JSON.stringify(settings)}`,
  ],
  // In a file of its own: the sign-in page shows some of them, and has no room for the rest.
  'badges.ts': [
    HEAD,
    `export const VENDORS = ${JSON.stringify(vendors)} as const`,
    `export const SIGN_IN_IDS = ${JSON.stringify(ids(allSocials))} as const`,
  ],
}
let isOld = false
const keep = (path: string, text: string): void => {
  const target = join(root, path)
  if (!process.argv.includes('--check')) return writeFileSync(target, text)
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  console.error(`${path} is old; run \`npm run vendors\``)
  isOld = true
}
for (const [name, lines] of Object.entries(files)) {
  const formatted = spawnSync(join(root, 'node_modules/.bin/oxfmt'), ['--stdin-filepath', name], {
    cwd: root,
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
  })
  if (formatted.status !== 0) throw new Error(`oxfmt: ${formatted.stderr}`)
  keep(`${FOLDER}/${name}`, formatted.stdout)
}
const BLOCK = /(<!-- vendors -->\n)[^]*?(<!-- \/vendors -->)/
keep(
  DEPLOY,
  readFileSync(join(root, DEPLOY), 'utf8').replace(BLOCK, (_, start, end) => `${start}\n${deployed}\n\n${end}`),
)
keep('docs/vendors.md', VENDORS_PAGE)
if (isOld) process.exit(1)
