import type { JobStatus } from '@omni/domain/job-tracker/jobs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Params } from '../../platform/messages.ts'
import type { Subject } from '../../platform/runs.ts'

export interface RowRecord extends Subject {
  run_id: string
  row: number
  title: string
  image: string | null
  status: JobStatus
  error_key: string | null
  error_params: Params
}

export const ROW_RECORD: RawBuilder<unknown> = sql`
  run_id, row, subject_kind, subject_id, title, image, status, error_key, error_params`
