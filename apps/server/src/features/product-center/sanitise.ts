import type { Patch } from '@omni/domain/products/changes.ts'
import { cleanHtml } from '../catalog/ingest/clean-html.ts'

/** What is pasted into a description goes to customers' browsers: cleaned. */
export function sanitise(patch: Patch): Patch {
  const { description } = patch
  return typeof description === 'string' ? { ...patch, description: cleanHtml(description, 'seller') } : patch
}
