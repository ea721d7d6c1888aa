import { ratesCalls } from '@omni/contracts/rates.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { getCurrencyRates } from './get-currency-rates.ts'
import { updateRatesJob } from './update-rates.job.ts'

/** Exchange rates, read once an hour and kept by day; every area that converts money reads them here. */
export const rates: Feature = { calls: serve(ratesCalls, { getCurrencyRates }), jobs: [updateRatesJob] }
