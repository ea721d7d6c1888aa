/**
 * Fails when a call does not live in the file of its own name (ARCHITECTURE.md, "One call, one name, one file"):
 * `markOrder` of `orders.calls.ts` is the function `markOrder` in `features/orders/mark-order.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areas } from '@omni/contracts/all-calls.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FEATURES = 'apps/server/src/features'

/** Calls that one factory makes from data, a line each: a file for each would say nothing. */
const FAMILIES: Record<string, readonly string[]> = {
  'catalog/find-products.ts': ['searchCatalogue', 'findResearchProducts', 'listDropshippingProducts'],
  'product-settings/setting-sections.ts': [
    'getProductSettings',
    'updateProductSettings',
    'getAutomationProduct',
    'updateAutomationProduct',
    'getAllProductSettings',
    'getAutomationWritting',
    'updateAutomationWritting',
    'setAutomationWrittingStatus',
    'getAutomationOptimizeImage',
    'updateAutomationOptimizeImage',
    'setAutomationOptimizeImageStatus',
    'getMonitoring',
    'updateMonitoring',
    'getSellingPrice',
    'getListingSettings',
    'updateListingSettings',
  ],
  'telemetry/kept-reports.ts': [
    'logEvents',
    'logAttributes',
    'logUserAction',
    'logProductInteraction',
    'logPlaceOrderError',
    'recordView',
    'recordTimeOnPage',
    'recordMvpSubscribed',
    'recordMvpInteracted',
    'recordMvpFeedback',
  ],
}

const problems: string[] = []
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const exports = (path: string, name: string): boolean => {
  const file = join(root, FEATURES, path)
  if (!existsSync(file)) return false
  return new RegExp(`^export (async function|function|const) ${name}\\b`, 'm').test(readFileSync(file, 'utf8'))
}
const calls = Object.entries(areas).flatMap(([area, list]) => Object.keys(list).map((name) => ({ area, name })))

for (const { area, name } of calls) {
  const family = Object.keys(FAMILIES).find((path) => FAMILIES[path]?.includes(name))
  const path = family ?? `${area}/${kebab(name)}.ts`
  if (!path.startsWith(`${area}/`)) problems.push(`${name}: the family ${path} is not in the area ${area}`)
  if (!exports(path, name)) problems.push(`${name}: ${FEATURES}/${path} must export it`)
  if (family && exports(`${area}/${kebab(name)}.ts`, name)) problems.push(`${name}: has a file of its own now`)
}
for (const [path, names] of Object.entries(FAMILIES))
  for (const name of names)
    if (!calls.some((call) => call.name === name)) problems.push(`${path}: no call is named ${name}`)

for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `${calls.length} calls are where their names say` : `${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
