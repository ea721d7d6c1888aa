import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { answerQuestion } from './answer-question.ts'
import { getAutoUpdate } from './get-auto-update.ts'
import { listWatched } from './list-watched.ts'
import { readSourceJob, readWatchedJob } from './read-watched.job.ts'
import { tryRules } from './try-rules.ts'
import { startWatching, watchProductsJob } from './watch.job.ts'

/** Prices and stock that follow the suppliers by rules. */
export const autoUpdate: Feature = {
  calls: serve(autoUpdateCalls, { listWatched, getAutoUpdate, answerQuestion, tryRules }),
  jobs: [watchProductsJob, readWatchedJob, readSourceJob],
  on: { 'products.imported': { startWatching } },
}
