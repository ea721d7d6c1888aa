import { craftedCursors } from '../../apps/server/src/testing/crafted-cursors.ts'
import { everyCall, fixedOf, schemaOf } from '../../apps/server/src/testing/real-ids.ts'
import { pathParams } from '../../packages/contracts/src/requests.ts'
import { type Family, newAccount, send } from '../target.ts'

/** The short form takes every so manieth. */
const SHORT_STEP = 5

/** Every list with cursors that nobody was given. */
export const cursors: Family = {
  name: 'cursors',
  async run(target, check) {
    const { token } = await newAccount(target)
    const lists = everyCall.filter((call) => call.method === 'GET' && schemaOf(call).properties?.['cursor'])
    const sent = craftedCursors.filter((_, n) => !target.short || n % SHORT_STEP === 0)
    for (const list of lists)
      await check(list.name, async () => {
        const fixed = fixedOf(list)
        const path = pathParams(list.path).reduce(
          (made, name) => made.replace(`{${name}}`, String(fixed[name] ?? crypto.randomUUID())),
          list.path,
        )
        const sorts = schemaOf(list).properties?.['sort']?.enum ?? ['']
        for (const [n, cursor] of sent.entries()) {
          // A cursor is read by the column a list is sorted by: they take turns.
          const sort = String(sorts[n % sorts.length])
          const query = new URLSearchParams({ cursor: cursor.toWellFormed(), ...(sort && { sort }) })
          const { http } = await send(target, `/api${path}?${query}`, { token })
          if (http >= 500) return `${http} for ${cursor.slice(0, 80)}`
        }
        return undefined
      })
  },
}
