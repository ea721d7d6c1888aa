import { cashbackCalls } from '@omni/contracts/cashback.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getCashback } from './get-cashback.ts'
import { setCashback } from './set-cashback.ts'
import { settleCashbacksJob } from './settle-cashbacks.job.ts'

/** Money back on orders at the house supplier. The rules are packages/domain/src/cashback. */
export const cashback: Feature = {
  calls: serve(cashbackCalls, { getCashback, setCashback }),
  jobs: [settleCashbacksJob],
}
