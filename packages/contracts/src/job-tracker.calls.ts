import { z } from 'zod'
import { SourceField } from './catalog.calls.ts'
import { Id, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { JobEntry, RunStarted } from './products.fields.ts'

/** Sourcing spec §4, background jobs; spec: not shown which calls. */
export const jobTrackerCalls = calls({
  listJobs: {
    method: 'GET',
    path: '/center/products/jobs',
    about: 'The job tracker: what is processing, and what finished since it was last closed.',
    input: z.object({}),
    data: z.object({ entries: z.array(JobEntry) }),
  },
  listJobRows: {
    method: 'GET',
    path: '/center/products/jobs/{run_id}/rows',
    about: 'The rows of a run that failed, each with why and what can be done.',
    input: z.object({ run_id: Id }),
    data: z.object({
      rows: z.array(
        z.object({
          row: z.int(),
          product_id: Id.nullable(),
          source: SourceField.nullable(),
          source_product_id: z.string().nullable(),
          title: z.string(),
          error: z.string(),
          error_key: z.string(),
          fix: z.enum(['retry', 'edit', 'upgrade', 'none']),
        }),
      ),
    }),
  },
  retryRun: {
    method: 'POST',
    path: '/center/products/jobs/{run_id}/retry',
    about: 'Tries the failed rows again; a row may come with another product to import.',
    input: z.object({
      run_id: Id,
      rows: z
        .array(z.object({ row: z.int32(), source: SourceField.optional(), product_id: z.string().max(64).optional() }))
        .max(20_000)
        .optional(),
    }),
    heavy: true,
    data: RunStarted,
  },
  closeJobs: {
    method: 'POST',
    path: '/center/products/jobs/close',
    unkeyed: 'same_again',
    about: 'Clears the tracker; refused while something is processing.',
    input: z.object({}),
    data: z.object({ closed: z.int() }),
  },
  undoRun: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/runs/{run_id}/undo',
    about: 'Starts to take a bulk edit, price rule, delete, split or duplicate back; later edits are kept and named.',
    input: z.object({ run_id: Id }),
    data: RunStarted,
  },
  getUndoResult: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/runs/{run_id}/undo',
    about:
      'How far an undo is, how much it put back, and what it left because it was edited since. Takes the id of the undo.',
    input: z.object({ run_id: Id }),
    data: z.object({
      finished: z.boolean(),
      restored: z.int(),
      failed: z.int(),
      conflicts: z.array(
        z.object({ product_id: z.string(), title: z.string(), field: z.string(), wanted: z.json(), now: z.json() }),
      ),
      more_conflicts: z.boolean(),
    }),
  },
  listRuns: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/runs',
    about: 'What was done to many products at once, newest first; kept 30 days.',
    input: z.object({ ...page }),
    data: listOf(
      z.object({
        run_id: Id,
        kind: z.string(),
        summary: z.json(),
        total: z.int(),
        done: z.int(),
        failed: z.int(),
        status: z.enum(['processing', 'success', 'error', 'undone']),
        by: z.string(),
        created_at: Timestamp,
        undo_until: Timestamp.nullable(),
      }),
    ),
  },
})
