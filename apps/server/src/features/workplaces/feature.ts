import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { createWorkplace } from './create-workplace.ts'
import { deleteWorkplace } from './delete-workplace.ts'
import { renameWorkplace } from './rename-workplace.ts'
import { selectWorkplace } from './select-workplace.ts'

/** Tenants: made, renamed, chosen for the session, deleted. */
export const workplaces: Feature = {
  calls: serve(workplaceCalls, { createWorkplace, deleteWorkplace, renameWorkplace, selectWorkplace }),
}
