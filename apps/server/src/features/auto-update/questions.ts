import { type BreakerReason, trips } from '@omni/domain/auto-update/breaker.ts'
import type { WatchRules } from '@omni/domain/auto-update/judge-variant.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { changeKey, countLinks, countSources, goneProducts, type LinkChange } from './supplier-facts.ts'

/** A person can look through so many. What is beyond them is judged again when these are answered. */
const MOST_ITEMS = 500

export interface Asked {
  question_id: string
  source: string
  reason: BreakerReason
  products: number
}

export interface Sorted {
  /** Changes that may be followed. */
  approved: Set<string>
  /** Of these, what a person let through. */
  confirmed: Set<string>
  /** New questions. */
  asked: Asked[]
}

function matters({ cost, quantity, now_cost, now_quantity }: LinkChange, rules: WatchRules): boolean {
  if (now_cost === null || (now_quantity === 0 && quantity !== 0)) return true
  const percent = cost === 0 ? Infinity : (now_cost / cost - 1) * 100
  return percent > 0 ? percent >= rules.price_change_percent : -percent >= Math.max(rules.price_fall_percent, 1)
}

/**
 * Which changes may be followed. Before anything is written: what is not plausible stops everything of that supplier
 * until a person has answered, who is asked once.
 */
export async function sortChanges(
  tx: Tx,
  workplace_id: string,
  changes: readonly LinkChange[],
  rules: WatchRules,
  now: Date,
): Promise<Sorted> {
  const questions = await tx
    .selectFrom('auto_update_questions')
    .select(['question_id', 'source', 'items', 'answer'])
    .where('workplace_id', '=', workplace_id)
    .where((eb) =>
      eb.or([eb('answer', 'is', null), eb.and([eb('answer', '=', 'confirm'), eb('applied_at', 'is', null)])]),
    )
    .execute()
  const stopped = new Set(questions.filter(({ answer }) => answer === null).map(({ source }) => source))
  const confirmed = new Set(
    questions
      .filter(({ answer }) => answer === 'confirm')
      .flatMap(({ items }) => (items as LinkChange[]).map(changeKey)), // written by `ask`
  )
  const approved = new Set(confirmed)
  const asked: Asked[] = []
  const counts = new Map((await countSources(tx, workplace_id)).map((count) => [count.source, count]))
  const bySource = Map.groupBy(changes, ({ source }) => source)
  for (const source of new Set([...bySource.keys(), ...counts.keys()])) {
    if (stopped.has(source)) continue
    const own = (bySource.get(source) ?? []).filter((change) => !confirmed.has(changeKey(change)))
    const ids = [...new Set(own.map(({ product_id }) => product_id))]
    const reason = trips({
      changes: own.map((change) => ({
        product_id: change.product_id,
        before: change.cost,
        after: change.now_cost,
        currency_changed: change.currency_changed,
        matters: matters(change, rules),
      })),
      products: counts.get(source)?.products ?? 0,
      failed: counts.get(source)?.failed ?? 0,
      gone: goneProducts(own, await countLinks(tx, workplace_id, source, ids)),
    })
    // Without a change there is nothing to stop.
    if (reason === null || own.length === 0) for (const change of own) approved.add(changeKey(change))
    else asked.push(await ask(tx, workplace_id, source, reason, own, now))
  }
  return { approved, confirmed, asked }
}

const sizeOf = ({ cost, now_cost }: LinkChange): number =>
  now_cost === null || cost === 0 ? Infinity : Math.abs(Math.log(Math.max(now_cost, 1) / cost))

async function ask(
  tx: Tx,
  workplace_id: string,
  source: string,
  reason: BreakerReason,
  changes: readonly LinkChange[],
  now: Date,
): Promise<Asked> {
  const items = changes.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOST_ITEMS)
  const { question_id } = await tx
    .insertInto('auto_update_questions')
    .values({ workplace_id, source, reason, items: JSON.stringify(items), asked_at: now })
    .returning('question_id')
    .executeTakeFirstOrThrow()
  return { question_id, source, reason, products: new Set(items.map(({ product_id }) => product_id)).size }
}

/** Everything a person let through was followed, as far as it is still so at the supplier. */
export const recordApplied = (tx: Tx, workplace_id: string, now: Date) =>
  sql`update auto_update_questions set applied_at = ${now}
    where workplace_id = ${workplace_id} and answer = 'confirm' and applied_at is null`.execute(tx)
