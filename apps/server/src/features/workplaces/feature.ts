import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { createWorkplace } from './create-workplace.ts'
import { deleteWorkplace } from './delete-workplace.ts'
import { renameWorkplace } from './rename-workplace.ts'
import { selectWorkplace } from './select-workplace.ts'

export const workplaces: Feature = {
  calls: serve(workplaceCalls, { createWorkplace, deleteWorkplace, renameWorkplace, selectWorkplace }),
}
