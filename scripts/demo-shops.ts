/** The demo seller's two shops: one whose admin shows our app, and a site of their own. `where`: for the sandbox. */
export const DEMO_SHOP = { platform: 'shopify', where: { shop: 'northwind-goods.myshopify.com' } } as const
export const DEMO_SITE = { platform: 'woocommerce', where: { site: 'demo' }, address: 'woocommerce/demo' } as const

/** What the demo is made with: calls of the seller's. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>
/** Makes something happen in a vendor of the sandbox. */
export type Act = (vendor: string, action: string, input: object) => Promise<unknown>
