import { KEY_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { SourceField } from './catalog.calls.ts'
import { Nothing, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** An account of the seller's at a supplier. Its tokens never leave the server. */
const SourceAccount = z.object({
  source: SourceField,
  account_id: z.string(),
  account_name: z.string(),
  /** `expired`: must be connected again. `unreachable`: the supplier did not answer at the last look. */
  health: z.enum(['ok', 'expiring', 'expired', 'unreachable']),
  token_ends_at: Timestamp.nullable(),
  connected_at: Timestamp,
  checked_at: Timestamp.nullable(),
})

/** The specification's paths name the first one. */
const KeySource = z.enum(KEY_SOURCE_IDS).default(KEY_SOURCE_IDS[0])

const LoginUrl = {
  input: z.object({ callback_url: z.string().trim().max(500).default('') }),
  data: z.object({ url: z.string() }),
}
const FinishLogin = {
  input: z.object({ code: z.string().trim().min(1).max(500), state: z.string().trim().min(1).max(500) }),
  data: SourceAccount,
}

export const sourceAccountCalls = calls({
  listSourceAccounts: {
    // spec: not shown
    method: 'GET',
    path: '/core/accounts/sources',
    about: 'Connected supplier accounts with their health, and which sources can be connected.',
    input: z.object({}),
    data: z.object({
      accounts: z.array(SourceAccount),
      connectable: z.array(z.object({ source: SourceField, by: z.enum(['oauth', 'key']) })),
    }),
  },
  getAliexpressLoginUrl: {
    method: 'GET',
    path: '/core/aliexpress/url-login',
    about: 'Where to allow us into an AliExpress account.',
    ...LoginUrl,
  },
  finishAliexpressLogin: {
    // spec: not shown: what comes back from AliExpress is sent here by the page it returns to.
    method: 'POST',
    path: '/core/aliexpress/finish-login',
    unkeyed: 'waits',
    about: 'Ends the way through AliExpress: the account is connected.',
    ...FinishLogin,
  },
  disconnectAliexpress: {
    method: 'POST',
    path: '/core/aliexpress/disconnect',
    unkeyed: 'waits',
    about: 'Disconnects the AliExpress account.',
    input: z.object({ account_id: Text.optional() }),
    data: Nothing,
  },
  getAlibabaLoginUrl: {
    // spec: not shown; as for AliExpress.
    method: 'GET',
    path: '/core/alibaba/url-login',
    about: 'Where to allow us into an Alibaba account.',
    ...LoginUrl,
  },
  finishAlibabaLogin: {
    // spec: not shown
    method: 'POST',
    path: '/core/alibaba/finish-login',
    unkeyed: 'waits',
    about: 'Ends the way through Alibaba: the account is connected.',
    ...FinishLogin,
  },
  disconnectAlibaba: {
    // spec: not shown
    method: 'POST',
    path: '/core/alibaba/disconnect',
    unkeyed: 'waits',
    about: 'Disconnects the Alibaba account.',
    input: z.object({ account_id: Text.optional() }),
    data: Nothing,
  },
  connectByKey: {
    method: 'POST',
    path: '/core/accounts/connect/cj',
    unkeyed: 'secret',
    about: 'Connects an account by its API key, at a supplier that has no page for it.',
    input: z.object({ source: KeySource, api_key: z.string().trim().min(1).max(200) }),
    data: SourceAccount,
  },
  disconnectByKey: {
    method: 'DELETE',
    path: '/core/accounts/disconnect/cj',
    unkeyed: 'waits',
    about: 'Disconnects an account that was connected by its key.',
    input: z.object({ source: KeySource }),
    data: Nothing,
  },
})
