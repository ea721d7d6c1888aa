import type { JobEntry } from '@omni/contracts/products.fields.ts'
import type { JobKind } from '@omni/domain/job-tracker/jobs.ts'
import type { TextKey } from '../platform/i18n.ts'

const RUNNING: Record<JobKind, TextKey> = {
  push: 'jobs.running_push',
  ai_action: 'jobs.running_ai_action',
  split: 'jobs.running_split',
  duplicate: 'jobs.running_duplicate',
  import: 'jobs.running_import',
  bulk_edit: 'jobs.running_bulk_edit',
  price_rule: 'jobs.running_price_rule',
  map: 'jobs.running_map',
  undo: 'jobs.running_undo',
}
const FINISHED: Record<JobKind, TextKey> = {
  push: 'jobs.finished_push',
  ai_action: 'jobs.finished_ai_action',
  split: 'jobs.finished_split',
  duplicate: 'jobs.finished_duplicate',
  import: 'jobs.finished_import',
  bulk_edit: 'jobs.finished_bulk_edit',
  price_rule: 'jobs.finished_price_rule',
  map: 'jobs.finished_map',
  undo: 'jobs.finished_undo',
}

/** What a job does, or did. */
export const titleOf = ({ kind, status }: Pick<JobEntry, 'kind' | 'status'>): TextKey =>
  (status === 'processing' ? RUNNING : FINISHED)[kind]
