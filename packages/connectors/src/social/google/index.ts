import * as oidc from 'openid-client'
import { VendorError } from '../../vendor-error.ts'
import type { SocialDefinition, SocialProvider } from '../provider.ts'

export const google: SocialDefinition = {
  id: 'google',
  name: 'Google',
  proved: { 'sign-in': ['documents'] },
  settings: {
    GOOGLE_ISSUER: { default: 'https://accounts.google.com', sandbox: '{sandbox}/identity/google' },
    GOOGLE_CLIENT_ID: { sandbox: 'omni-google' },
    GOOGLE_CLIENT_SECRET: { sandbox: 'sandbox-google-secret' },
  },
  deploy: [
    {
      variables: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      meaning: 'sign-in with Google; callback `PUBLIC_URL/auth/google/callback`',
      without: 'off',
    },
  ],
  needs: 'GOOGLE_CLIENT_ID',
  open: (env) =>
    openGoogle({
      issuer: env['GOOGLE_ISSUER'] ?? '',
      client_id: env['GOOGLE_CLIENT_ID'] ?? '',
      client_secret: env['GOOGLE_CLIENT_SECRET'] ?? '',
    }),
}

/** Google by OpenID Connect: discovery, code flow with PKCE, the id_token checked by openid-client. */
function openGoogle(settings: { issuer: string; client_id: string; client_secret: string }): SocialProvider {
  let discovered: Promise<oidc.Configuration> | undefined
  const configuration = () => {
    discovered ??= oidc.discovery(
      new URL(settings.issuer),
      settings.client_id,
      settings.client_secret,
      undefined,
      // Plain http is only ever the sandbox on this machine; Google's issuer is https.
      settings.issuer.startsWith('http://') ? { execute: [oidc.allowInsecureRequests] } : {},
    )
    discovered.catch(() => {
      discovered = undefined
    }) // a provider that was down is asked again
    return discovered
  }
  return {
    async start(attempt) {
      const config = await configuration().catch(unavailable)
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: attempt.redirect_uri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      }).href
    },
    async finish(attempt, { code, iss }) {
      const config = await configuration().catch(unavailable)
      const callback = new URL(attempt.redirect_uri)
      callback.searchParams.set('code', code)
      callback.searchParams.set('state', attempt.state)
      if (iss) callback.searchParams.set('iss', iss)
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        const subject = tokens.claims()?.sub ?? ''
        const info = await oidc.fetchUserInfo(config, tokens.access_token, subject)
        return {
          subject,
          email: info.email && info.email_verified ? info.email.toLowerCase() : null,
          email_proved: true,
          first_name: info.given_name ?? info.name ?? '',
          last_name: info.family_name ?? '',
          avatar: info.picture ?? null,
        }
      } catch (error) {
        const refused =
          error instanceof oidc.ResponseBodyError ||
          error instanceof oidc.AuthorizationResponseError ||
          error instanceof oidc.ClientError
        if (!refused || isBroken(error)) return unavailable(error)
        throw new VendorError('google', 'invalid', error.message)
      }
    },
  }
}

/** The provider failed rather than refused: its reply, kept as the cause, is a 5xx or a 429. */
function isBroken(error: Error): boolean {
  const reply = 'status' in error ? error : error.cause
  const status = typeof reply === 'object' && reply !== null && 'status' in reply ? Number(reply.status) : 0
  return status >= 500 || status === 429
}

function unavailable(error: unknown): never {
  throw new VendorError('google', 'unavailable', error instanceof Error ? error.message : 'no answer')
}
