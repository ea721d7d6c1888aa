/**
 * Replies that real vendors were seen to give, from the corpus that the connectors are tested with
 * (packages/connectors/corpus): the switch `scene` gives one of them in place of the vendor's own answer, and nothing is
 * done. A scene that is a state is played by one of the vendor's own actions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const CORPUS = fileURLToPath(new URL('../../../../packages/connectors/corpus/', import.meta.url))

const Scene = z.object({
  name: z.string(),
  reply: z.object({ endpoint: z.string(), status: z.int(), body: z.unknown() }).optional(),
})
export type Scene = z.output<typeof Scene>

const known = new Map<string, readonly Scene[]>()

/** Those of one vendor that are replies. */
export function scenesOf({ id, corpus = id }: { id: string; corpus?: string }): readonly Scene[] {
  const found = known.get(corpus) ?? readScenes(`${CORPUS}${corpus}/`)
  known.set(corpus, found)
  return found
}

function readScenes(folder: string): Scene[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => z.array(Scene).parse(JSON.parse(readFileSync(folder + name, 'utf8'))))
    .filter(({ reply }) => reply)
}
