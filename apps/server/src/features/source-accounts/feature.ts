import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { connectByKey } from './connect-by-key.ts'
import { disconnectAlibaba } from './disconnect-alibaba.ts'
import { disconnectAliexpress } from './disconnect-aliexpress.ts'
import { disconnectByKey } from './disconnect-by-key.ts'
import { finishAlibabaLogin } from './finish-alibaba-login.ts'
import { finishAliexpressLogin } from './finish-aliexpress-login.ts'
import { getAlibabaLoginUrl } from './get-alibaba-login-url.ts'
import { getAliexpressLoginUrl } from './get-aliexpress-login-url.ts'
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
