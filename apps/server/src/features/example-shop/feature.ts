import type { Feature } from '../../platform/serve.ts'
import { keepExampleJob } from './keep-example.job.ts'

/** The shop that guests look at: kept as a copy, and given to each of them. It has no calls of its own. */
export const exampleShop: Feature = { calls: [], jobs: [keepExampleJob] }
