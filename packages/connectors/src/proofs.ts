/**
 * What an ability of a vendor was held against when it was written, what proves most first. docs/vendors.md shows it;
 * sources and what is still open stand at the head of the vendor's folder.
 */
export const PROOFS = {
  real: 'the real product, run by us',
  recorded: 'replies that somebody recorded',
  schema: "the vendor's machine-readable schema",
  source: "the vendor's own source code",
  sdk: "the vendor's SDK",
  documents: "the vendor's documents",
  clients: "other people's clients",
  notes: 'our notes alone',
} as const
type Proof = keyof typeof PROOFS

const ABILITIES = [
  'account',
  'catalogue',
  'captures',
  'shipping',
  'disputes',
  'listings',
  'publications',
  'requirements',
  'orders',
  'tags',
  'cancelling',
  'refunding',
  'fulfilments',
  'requests',
  'webhooks',
  'billing',
  'payments',
  'plans',
  'parcels',
  'sign-in',
] as const
export type Ability = (typeof ABILITIES)[number]

export type Proofs = Readonly<Partial<Record<Ability, readonly [Proof, ...Proof[]]>>>
