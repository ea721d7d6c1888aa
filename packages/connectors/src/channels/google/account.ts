import { z } from 'zod'
import type { Outlet, StoreInfo } from '../channel.ts'
import { read } from '../../http.ts'
import type { LimitsSaid } from '../../pace.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, Consent, ConsentGiven, VendorCall } from '../../vendor.ts'
import { type App, ask, type Call, type Credentials, send } from './client.ts'
import { explainGoogle } from './errors.ts'
import { AccountPage, Account, BusinessInfo, DataSource, DataSourcePage, Quotas } from './schemas.ts'

const SCOPE = 'https://www.googleapis.com/auth/content'
/** The name of our data source in the seller's account. */
const SOURCE_NAME = 'Omni'
const SEND_WITHIN_MS = 5_000

/** `offline` and `consent` together make Google hand out a token to renew with, also to somebody who came before. */
export const authorizeUrl = (app: App, { state, callback_url }: Consent): string =>
  `${app.auth_url}?${new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: callback_url,
    response_type: 'code',
    scope: SCOPE,
    access_type: 'offline',
    prompt: 'consent',
    state,
  })}`

const Token = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
})

/** A code is good once; a refresh token may be used again and again. */
const token = ({ app, limits }: VendorCall<App, unknown>, form: Record<string, string>, once: boolean) =>
  read(
    {
      vendor: 'google',
      url: app.token_url,
      method: 'POST',
      body: new URLSearchParams({ client_id: app.client_id, client_secret: app.client_secret, ...form }),
      explain: explainGoogle,
      once,
      limits,
    },
    Token,
  )

const NO_ACCOUNT = {
  account: '',
  account_name: '',
  data_source: '',
  feed_label: '',
  language: '',
  currency: '',
  country: '',
}

type TokenReply = z.output<typeof Token>

function connected({ now }: Pick<Call, 'now'>, credentials: Credentials, reply: TokenReply): Connected<Credentials> {
  const after = (seconds: number) => new Date(now().getTime() + seconds * 1000)
  return {
    credentials,
    account_id: credentials.account || 'nobody',
    account_name: credentials.account_name,
    expires_at: after(reply.expires_in),
    refresh_expires_at: reply.refresh_token_expires_in ? after(reply.refresh_token_expires_in) : null,
  }
}

export async function connect(
  call: VendorCall<App, null>,
  { code, callback_url }: ConsentGiven,
): Promise<Connected<Credentials>> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback_url ?? '' }
  const reply = await token(call, form, true)
  if (!reply.refresh_token) throw new VendorError('google', 'invalid', 'Google handed over no token to renew with')
  const tokens = { access_token: reply.access_token, refresh_token: reply.refresh_token }
  return connected(call, { ...NO_ACCOUNT, ...tokens }, reply)
}

export async function refresh(call: Call): Promise<Connected<Credentials>> {
  const { credentials } = call
  const form = { grant_type: 'refresh_token', refresh_token: credentials.refresh_token }
  const reply = await token(call, form, false)
  const refresh_token = reply.refresh_token ?? credentials.refresh_token
  return connected(call, { ...credentials, access_token: reply.access_token, refresh_token }, reply)
}

export async function listAccounts(call: Call): Promise<Outlet[]> {
  const all: Outlet[] = []
  let pageToken: string | undefined
  do {
    const query = { pageSize: '500', ...(pageToken && { pageToken }) }
    const page: z.output<typeof AccountPage> = await ask(call, { path: 'accounts/v1/accounts', query }, AccountPage)
    all.push(...page.accounts.map(({ accountId, accountName }) => ({ id: accountId, name: accountName, owner: '' })))
    pageToken = page.nextPageToken
  } while (pageToken)
  return all
}

/** Labels are capital letters and digits; where the country is not known, the seller's own stands for it. */
export async function pickAccount(
  call: Call,
  { id, currency, country }: { id: string; currency: string; country: string },
): Promise<Connected<Credentials>> {
  const { accountId, accountName, languageCode } = await ask(call, { path: `accounts/v1/accounts/${id}` }, Account)
  const { address } = await ask(call, { path: `accounts/v1/accounts/${id}/businessInfo` }, BusinessInfo)
  const own = { country: address?.regionCode || country || 'US', language: languageCode.slice(0, 2) || 'en' }
  const place = { account: accountId, account_name: accountName, feed_label: own.country, currency, ...own }
  const reply = await token(call, { grant_type: 'refresh_token', refresh_token: call.credentials.refresh_token }, false)
  const credentials = { ...call.credentials, ...place, access_token: reply.access_token }
  const data_source = await ensureSource({ ...call, credentials })
  return connected(call, { ...credentials, data_source }, reply)
}

/** Making one always makes another: so the account's list is read first, and again when a reply is lost. */
async function ensureSource(call: Call): Promise<string> {
  const { account, feed_label: feedLabel, language: contentLanguage, country } = call.credentials
  const path = `datasources/v1/accounts/${account}/dataSources`
  const ours = async () => {
    const { dataSources } = await ask(call, { path, query: { pageSize: '1000' } }, DataSourcePage)
    return dataSources.find(
      ({ input, displayName, primaryProductDataSource: goods }) =>
        input === 'API' &&
        displayName === SOURCE_NAME &&
        goods?.feedLabel === feedLabel &&
        goods.contentLanguage === contentLanguage,
    )
  }
  const there = await ours()
  if (there) return there.name
  const body = {
    displayName: SOURCE_NAME,
    primaryProductDataSource: { feedLabel, contentLanguage, countries: [country] },
  }
  await call.limits.take()
  const send_by = performance.now() + SEND_WITHIN_MS
  const made = await send({ ...call, send_by }, { method: 'POST', path, body }, DataSource)
  if (made.outcome === 'done') return made.reply.name
  const after = made.outcome === 'unknown' ? await ours() : undefined
  if (after) return after.name
  const reason = made.outcome === 'refused' ? `${made.code} ${made.message}` : made.reason
  throw new VendorError('google', 'unavailable', `the data source could not be made (${reason})`)
}

export async function readStore(call: Call): Promise<StoreInfo> {
  const { account, currency, country } = call.credentials
  const { accountId, accountName } = await ask(call, { path: `accounts/v1/accounts/${account}` }, Account)
  return {
    platform_domain: accountId,
    domain: `merchants.google.com/mc/overview?a=${accountId}`,
    name: accountName || accountId,
    currency,
    country,
    owner_name: '',
    owner_email: '',
    plan_name: '',
    scopes: [SCOPE],
  }
}

/** Below these the calls are that we make all day. */
const OUR_PATHS = /^(products|reports)\/v1\//

/** Google raises quotas by itself as an account grows. The day's is not counted here: it begins at noon. */
export async function readLimits(call: Call): Promise<LimitsSaid> {
  const request = { path: `quota/v1/accounts/${call.credentials.account}/quotas`, query: { pageSize: '1000' } }
  const { quotaGroups } = await ask(call, request, Quotas)
  const ours = quotaGroups.filter(({ methodDetails }) => methodDetails.some(({ path }) => OUR_PATHS.test(path)))
  const minutes = ours.map(({ quotaMinuteLimit }) => quotaMinuteLimit).filter((limit) => limit > 0)
  return minutes.length === 0 ? {} : { per_second: Math.min(...minutes) / 60 }
}
