import { z } from 'zod'
import { Id, Nothing } from './fields.ts'
import { calls } from './kernel.ts'

/** Trimmed, 1 to 60 characters; the exact rule is in domain/workplaces. */
const WorkplaceName = z.string().max(200)
const Workplace = z.object({ id: z.string(), name: z.string() })

export const workplaceCalls = calls({
  renameWorkplace: {
    method: 'PATCH',
    path: '/auth/workplace',
    access: 'user',
    about: 'Renames a workplace of the account.',
    input: z.object({ workplace_id: Id, name: WorkplaceName }),
    data: Workplace,
  },
  selectWorkplace: {
    method: 'POST',
    path: '/auth/workplace',
    access: 'user',
    unkeyed: 'same_again',
    about: 'Makes a workplace the one the account comes back to.',
    input: z.object({ workplace_id: Id }),
    data: Workplace,
  },
  deleteWorkplace: {
    method: 'DELETE',
    path: '/auth/workplace/{workplace_id}',
    access: 'user',
    about: 'Deletes a workplace and everything in it; asks for its name and refuses the last one.',
    input: z.object({ workplace_id: Id, name: WorkplaceName }),
    data: Nothing,
  },
  createWorkplace: {
    method: 'POST',
    path: '/auth/workplace/create',
    access: 'user',
    about: "Creates a workplace, within the plan's limit.",
    input: z.object({ name: WorkplaceName }),
    data: Workplace,
  },
})
