import { homeCalls } from '@omni/contracts/home.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { getAttention } from './get-attention.ts'

export const home: Feature = { calls: serve(homeCalls, { getAttention }) }
