import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import {
  connectByKey,
  disconnectAlibaba,
  disconnectAliexpress,
  disconnectByKey,
  finishAlibabaLogin,
  finishAliexpressLogin,
  getAlibabaLoginUrl,
  getAliexpressLoginUrl,
} from './account-calls.ts'
import { listSourceAccounts } from './list-source-accounts.ts'
import { renewAccountJob } from './renew-account.job.ts'

/** The seller's own accounts at suppliers. */
export const sourceAccounts: Feature = {
  calls: serve(sourceAccountCalls, {
    listSourceAccounts,
    getAliexpressLoginUrl,
    finishAliexpressLogin,
    disconnectAliexpress,
    getAlibabaLoginUrl,
    finishAlibabaLogin,
    disconnectAlibaba,
    connectByKey,
    disconnectByKey,
  }),
  jobs: [renewAccountJob],
}
