import { z } from 'zod'
import { runKind } from '../../platform/runs.ts'

/** An import is taken back by deleting its products. */
export const importRun = runKind('import', { input: z.object({ ship_to: z.string() }), undoable: false })
