import { z } from 'zod'

interface Sandbox {
  act: (vendor: string, action: string, input?: object) => Promise<unknown>
}
const Made = z.object({ result: z.object({ consumer_key: z.string(), consumer_secret: z.string() }) })

/** A key as a shop's manager makes and copies it: without https nobody is handed one. */
export async function siteKeys(sandbox: Sandbox, site: string, permissions = 'read_write') {
  const { result } = Made.parse(await sandbox.act('woocommerce', 'make_key', { site, permissions }))
  return { platform: 'woocommerce', key: result.consumer_key, secret: result.consumer_secret } as const
}
