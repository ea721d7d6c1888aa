/** The account as it was read last. Apart from account.ts, so that sign-in pages do not carry the shell's rules. */
import { authCalls } from '@omni/contracts/auth.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { queryClient } from './query.ts'

export type Account = Out<typeof authCalls.getAccount>

/** Whatever the workplace it was read under. */
export const knownAccount = (): Account | undefined =>
  queryClient.getQueriesData<Account>({ queryKey: [authCalls.getAccount.name] }).find(([, data]) => data)?.[1]
