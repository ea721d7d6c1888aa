import type { ProductSettings } from '@omni/contracts/product-settings.calls.ts'
import { checkSellingPrice } from '@omni/domain/pricing/price-rule.ts'
import { refuse } from '../../platform/refuse.ts'

/** A rule that leaves a cost without a price, or cannot be computed, is refused where it is wrong. */
export function refuseBadRule(rule: ProductSettings['selling_price']): void {
  const problems = checkSellingPrice(rule)
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.map(({ path, reason }) => [path, [`selling_price.${reason}` as const]]))
  refuse(`selling_price.${first.reason}`, {}, { fields })
}
