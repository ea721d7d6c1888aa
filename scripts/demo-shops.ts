/** The demo seller's two shops: one whose admin shows our app, and a site of their own. `where`: for the sandbox. */
export const DEMO_SHOP = { platform: 'shopify', where: { shop: 'northwind-goods.myshopify.com' } } as const
export const DEMO_SITE = { platform: 'woocommerce', where: { site: 'demo' }, address: 'woocommerce/demo' } as const
