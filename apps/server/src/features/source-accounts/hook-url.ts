/** Below `/hooks`: what suppliers tell by themselves. */
export const SUPPLIER_HOOKS = '/suppliers'

export const supplierHookUrl = (public_url: string, source: string, token: string) =>
  new URL(`/hooks${SUPPLIER_HOOKS}/${source}/${token}`, public_url).href
