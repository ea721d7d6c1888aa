/** A process that renews one token at a vendor that may never answer: to be killed by a test. */
import { keepTokens, type RenewalTimes } from '@omni/connectors/tokens.ts'
import { createPool, scopedDb } from '../platform/db.ts'
import { createSecrets } from '../platform/secrets.ts'
import { operatorTokenStore } from '../platform/vendor-tokens.ts'

const { DATABASE_URL = '', SECRETS_KEYS = '', VENDOR = '', VENDOR_URL = '', TIMES = '' } = process.env
const db = scopedDb(createPool(DATABASE_URL, 2), {})
const first = async () => (await fetch(VENDOR_URL)).json() as Promise<never> // it is killed before it is answered
await keepTokens({
  vendor: VENDOR,
  store: operatorTokenStore(db, createSecrets(SECRETS_KEYS), VENDOR),
  first,
  times: JSON.parse(TIMES) as RenewalTimes, // written by the test
}).read()
