/**
 * The corpus: what real vendors were seen to answer, in our own words and with values we made up
 * (packages/connectors/corpus/<vendor>). The sandbox plays its scenes, and what the connector makes of each is held
 * against `reads_as`. Whoever hears of a state or a code adds it there first.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const CORPUS = fileURLToPath(new URL('../../corpus/', import.meta.url))

const Scene = z.strictObject({
  name: z.string().min(1),
  /** What it means, in a sentence. */
  what: z.string().min(1),
  /** Public sources that do not lean on each other. */
  sources: z.array(z.string().min(1)).min(1),
  /** Why one source is enough, or why there is no second one yet. */
  one_source: z.string().optional(),
  /** An answer to a call, which does nothing. */
  reply: z.strictObject({ endpoint: z.string(), status: z.int(), body: z.unknown() }).optional(),
  /** A state that an order is brought into, by an action of the sandbox's. */
  state: z.strictObject({ action: z.string(), input: z.record(z.string(), z.unknown()) }).optional(),
  /** What the connector makes of it: a part of the outcome or of what is read. */
  reads_as: z.record(z.string(), z.unknown()),
})
export type Scene = z.output<typeof Scene>

export function corpusOf(vendor: string): Scene[] {
  const folder = `${CORPUS}${vendor}/`
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => z.array(Scene).parse(JSON.parse(readFileSync(folder + name, 'utf8'))))
}

export const corpusVendors = (): string[] => readdirSync(CORPUS)
