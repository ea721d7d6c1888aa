import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { listStore } from './list-store.ts'
import { updateDefaultStore } from './update-default-store.ts'

export const stores: Feature = { calls: serve(storeCalls, { listStore, updateDefaultStore }), jobs: [], on: {} }
