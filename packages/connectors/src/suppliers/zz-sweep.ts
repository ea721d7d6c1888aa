import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { makeWorld } from '../../../../apps/sandbox/src/catalogue/make-world.ts'
import { startPostgres } from '../../../../apps/server/src/platform/embedded-postgres.ts'
import { startSandboxProcess } from './conformance/sandbox-process.ts'
import { productProblems, quoteProblems } from './conformance/check-product.ts'
import { openSupplier } from './open-supplier.ts'
import { inMemoryPace } from './pace.ts'
import { suppliers } from './registry.ts'
const folder = mkdtempSync('/tmp/omni-sweep-'); chmodSync(folder, 0o755)
const pgs = await startPostgres(folder, { fsync: false })
const N = 1300
const sb = await startSandboxProcess(pgs.url(), N)
const url = sb.url
const world = makeWorld({ products: N })
const apps: any = {
  aliexpress: { base_url: `${url}/aliexpress`, app_key: '500100', app_secret: 'sandbox-aliexpress-secret' }, cj: { base_url: `${url}/cj/api2.0/v1` },
  ebay: { base_url: `${url}/ebay`, app_id: 'sandbox-ebay-app', cert_id: 'sandbox-ebay-cert' }, zopi: { base_url: `${url}/zopi/v1` },
  amazon: { base_url: `${url}/amazon`, token_url: `${url}/amazon/auth/o2/token`, credential_id: 'amzn1.sandbox', credential_secret: 'sandbox-amazon-secret', partner_tag: 'omni-20' },
}
const keys: any = { cj: 'CJ1000001@api@00000000000000000000000000000001', zopi: 'zopi-sandbox-key' }
await Promise.all(Object.keys(apps).map(async (id) => {
  const def: any = (suppliers as any)[id]
  const app = def.app.parse(apps[id]); const pace = inMemoryPace(id, def.limits); const now = () => new Date()
  const acc = id === 'aliexpress' ? await def.account.refresh({ app, pace, now, credentials: { access_token: '', refresh_token: 'sandbox-operator-refresh' } }) : await def.account.connect({ app, pace, now, credentials: null }, { code: keys[id] ?? '' })
  const s: any = openSupplier(def, { app, pace, now, tokens: { read: async () => acc, write: async () => {}, alone: (w: any) => w() } as any })
  let ok = 0; const bad: Record<string, number> = {}; const ex: string[] = []; let quotes = 0, noship = 0
  for (const offer of (world.offers as any)[id]) {
    if (id === 'amazon' && offer.oddity === 'many_variants') continue
    try {
      const p = await s.catalog.get({ product_id: offer.id, ship_to: 'US' })
      const probs = productProblems(p)
      if (p.source_product_id !== offer.id) probs.push('id differs')
      if (p.name !== offer.title) probs.push('title differs')
      if (p.options.length !== offer.options.length && p.variants.length > 1) probs.push(`options ${p.options.map((o: any) => o.name)} not ${offer.options.map((o: any) => o.name)}`)
      if (s.logistics && id !== 'cj') {
        try { const q = await s.logistics.quote({ product_id: offer.id, sku_id: p.variants[0].sku_id, quantity: 2, country_code: 'DE', ship_from: p.ship_from[0] }); quotes += q.length; probs.push(...q.flatMap(quoteProblems)) } catch (e: any) { if (e.kind === 'cannot_ship') noship++; else probs.push('quote: ' + e.message) }
      }
      if (probs.length === 0) ok++
      for (const x of probs) { bad[x.slice(0, 100)] = (bad[x.slice(0, 100)] ?? 0) + 1; if (ex.length < 5) ex.push(offer.id + ' ' + x.slice(0, 200)) }
    } catch (e: any) { const k = `${e.kind} ${e.message}`.slice(0, 120); bad[k] = (bad[k] ?? 0) + 1; if (ex.length < 5) ex.push(offer.id + ' ' + k) }
  }
  console.log(id, { total: (world.offers as any)[id].length, ok, quotes, noship, bad, ex })
}))
await sb.stop(); await pgs.stop(); rmSync(folder, { recursive: true, force: true })
