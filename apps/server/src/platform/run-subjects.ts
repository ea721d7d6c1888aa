import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import type { Subject } from './runs.ts'

/** The subjects that several areas know: a product of the workplace, and a supplier's product. */
export const subjectOfProduct = (product_id: string): Subject => ({ subject_kind: 'product', subject_id: product_id })

interface SourceProduct {
  source: Source
  source_product_id: string
}
export const subjectOfSource = ({ source, source_product_id }: SourceProduct): Subject => ({
  subject_kind: 'source_product',
  subject_id: `${source}:${source_product_id}`,
})

/** Reads `source:id` again; an id may itself have colons. */
export function sourceSubject(subject_id: string): SourceProduct {
  const at = subject_id.indexOf(':')
  const source = subject_id.slice(0, at)
  if (!isSource(source)) throw new Error(`not a supplier's product: ${subject_id}`)
  return { source, source_product_id: subject_id.slice(at + 1) }
}
