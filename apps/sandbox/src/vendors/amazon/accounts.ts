export interface AmazonAccount {
  id: string
  secret: string
  /** 3: Login with Amazon. 2: Cognito. */
  version: 2 | 3
  /** One without sales; up to ten with them. */
  per_second: number
}

/** The first one has sold well. */
export const ACCOUNTS: readonly AmazonAccount[] = [
  { id: 'amzn1.sandbox', secret: 'sandbox-amazon-secret', version: 3, per_second: 10 },
  { id: 'amzn1.sandbox-new', secret: 'sandbox-amazon-secret', version: 3, per_second: 1 },
  { id: 'sandbox-cognito', secret: 'sandbox-amazon-secret', version: 2, per_second: 10 },
]
export const accountBy = (id: string | undefined): AmazonAccount | undefined => ACCOUNTS.find((one) => one.id === id)

/** A day allows a tenth of what its seconds would. */
export const callsADay = ({ per_second }: AmazonAccount): number => per_second * 8640

/** A tag is good at its own marketplace alone. */
export const PARTNER_TAGS: Readonly<Record<string, string>> = {
  'www.amazon.com': 'omni-20',
  'www.amazon.ca': 'omnica-20',
}
