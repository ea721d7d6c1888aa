import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import {
  connectCj,
  disconnectAliexpress,
  disconnectCj,
  finishAliexpressLogin,
  getAliexpressLoginUrl,
  listSourceAccounts,
} from './source-accounts.ts'

/** The seller's own accounts at suppliers. */
export const sourceAccounts: Feature = {
  calls: serve(sourceAccountCalls, {
    listSourceAccounts,
    getAliexpressLoginUrl,
    finishAliexpressLogin,
    disconnectAliexpress,
    connectCj,
    disconnectCj,
  }),
  jobs: [],
  on: {},
}
