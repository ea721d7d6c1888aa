import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** A picture that proves something. Its address opens it until it ends. */
export const Evidence = z.object({ evidence_id: Id, name: z.string(), url: z.string(), created_at: Timestamp })

export const evidenceCalls = calls({
  uploadEvidence: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/evidence',
    unkeyed: 'waits',
    about:
      'Takes a picture to be sent with a request or a message; decoded and written anew. Unused ones go after a day.',
    body: 'multipart',
    input: z.object({ file: z.file().optional(), name: z.string().max(300).optional() }),
    data: z.object({
      picture: Evidence.nullable(),
      /** Why it was not taken. */
      message: z.string().nullable(),
    }),
  },
})
