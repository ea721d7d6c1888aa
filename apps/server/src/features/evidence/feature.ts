import { evidenceCalls } from '@omni/contracts/evidence.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { removeUnusedJob } from './remove-unused.job.ts'
import { uploadEvidence } from './upload-evidence.ts'

/** Pictures that prove something: private files, sent to suppliers by addresses that end. */
export const evidence: Feature = { calls: serve(evidenceCalls, { uploadEvidence }), jobs: [removeUnusedJob] }
