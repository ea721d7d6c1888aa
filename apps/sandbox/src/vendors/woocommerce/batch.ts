import type { Answer } from './rest.ts'
import { wpError } from './wp.ts'

const MOST_IN_BATCH = 100

export const fieldsOf = (given: unknown): string[] =>
  Object.keys((given ?? {}) as object).filter((name) => name !== 'id' && name.length < 100) // a parsed body

type Item = Record<string, unknown>
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null

/** One after the other, each with an answer of its own. */
export async function batch(
  body: Item,
  work: {
    create(item: Item): Promise<unknown>
    update(id: number, item: Item): Promise<unknown>
    remove(id: number): Promise<unknown>
  },
): Promise<Answer> {
  const items = (name: string): unknown[] => (Array.isArray(body[name]) ? (body[name] as unknown[]) : []) // just found to be one
  const [creates, updates, removes] = [items('create').filter(isItem), items('update').filter(isItem), items('delete')]
  if (creates.length + updates.length + removes.length > MOST_IN_BATCH)
    throw wpError(
      413,
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${MOST_IN_BATCH} items for this request.`,
    )
  const reply: Record<string, unknown[]> = {}
  const each = async (name: string, id: number, run: () => Promise<unknown>) => {
    const answer = await run().catch((error: { reply?: { body?: unknown } }) => {
      if (!error.reply) throw error
      return { id, error: error.reply.body }
    })
    ;(reply[name] ??= []).push(answer)
  }
  for (const item of creates) await each('create', 0, () => work.create(item))
  for (const item of updates) await each('update', Number(item['id']), () => work.update(Number(item['id']), item))
  for (const id of removes) await each('delete', Number(id), () => work.remove(Number(id)))
  return { body: reply }
}
