import { z } from 'zod'
import { runKind, type RunWork } from '../../platform/runs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { markRestored } from './mark-deleted.ts'

export const deleteRun = runKind('delete', { input: z.object({}), undoable: true })

/** A delete is done at once by `deleteProducts`, which notes its rows as done; only the undo works rows. */
export const deleteRunWork: RunWork = {
  kind: deleteRun,
  chunk: 100,
  rows: () => Promise.reject(new Error('the rows of a delete are noted as done')),
  undo: {
    chunk: 500,
    async rows(tx, { now }, { workplace_id }, rows) {
      const ids = rows.map(({ subject_id }) => subject_id)
      const back = new Set(await markRestored(tx, workplace_id, ids, now))
      return rows.map(({ row, subject_id }) => ({ row, ok: true, result: { restored: back.has(subject_id) } }))
    },
  },
  finished: (tx, { workplace_id }) => publishToWorkplace(tx, workplace_id, 'products.changed', {}),
}
