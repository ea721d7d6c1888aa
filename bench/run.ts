/**
 * `npm run bench -- <name>`: measured budgets, each in one run against its own yardstick. Not part of the test command.
 */
const [name = ''] = process.argv.slice(2)
const benches: Record<string, () => Promise<{ run: () => Promise<boolean> }>> = {
  account: () => import('./account.ts'),
  analytics: () => import('./analytics.ts'),
  editor: () => import('./editor.ts'),
  'first-hour': () => import('./first-hour.ts'),
  image: () => import('./image.ts'),
  import: () => import('./import.ts'),
  intake: () => import('./intake.ts'),
  jobs: () => import('./jobs.ts'),
  ledger: () => import('./ledger.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'order-cost': () => import('./order-cost.ts'),
  orders: () => import('./orders.ts'),
  place: () => import('./place.ts'),
  push: () => import('./push.ts'),
  rules: () => import('./automation.ts'),
  search: () => import('./search.ts'),
  start: () => import('./start.ts'),
  suggestions: () => import('./suggestions.ts'),
  tokens: () => import('./tokens.ts'),
  tracking: () => import('./tracking.ts'),
  webhooks: () => import('./webhooks.ts'),
}
const load = benches[name]
if (!load) {
  console.error(`Which one? ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
process.exit((await (await load()).run()) ? 0 : 1)
