import type { ProductSettings } from '@omni/contracts/product-settings.calls.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { checkSellingPrice, type RuleProblem } from '@omni/domain/pricing/price-rule.ts'
import type { Tx } from '../../platform/db.ts'
import type { Params } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { readRates } from '../rates/read-rates.ts'

/** A rule that leaves a cost without a price, or cannot be computed, is refused where it is wrong. */
export async function refuseBadRule(tx: Tx, rule: ProductSettings['selling_price']): Promise<void> {
  const problems = checkSellingPrice(rule, await readRates(tx))
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(
    problems.map((problem) => [
      problem.path,
      [{ key: `selling_price.${problem.reason}` as const, params: paramsOf(problem) }],
    ]),
  )
  refuse(`selling_price.${first.reason}`, paramsOf(first), { fields })
}

const paramsOf = ({ at, found, cost }: RuleProblem): Params => ({
  place: (at ?? 0) + 1,
  found: found ?? '',
  cost: formatMinor(cost ?? 0, 'USD'),
})
