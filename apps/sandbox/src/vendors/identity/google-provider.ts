import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Provider } from 'oidc-provider'
import type { World } from '../../frame/world.ts'
import { problemPage } from './chooser-page.ts'
import { findPerson } from './people.ts'
import type { IdentityTables } from './tables.ts'
import { OidcAdapter } from './oidc-adapter.ts'

export const GOOGLE_PATH = '/identity/google'
const HOUR_S = 3600

/** A real OpenID provider with Google's paths and claims. */
export async function googleProvider(world: World<IdentityTables>): Promise<Provider> {
  const { public_url, omni_url } = world.config
  const provider = new Provider(`${public_url}${GOOGLE_PATH}`, {
    adapter: (model: string) => new OidcAdapter(world.db, model),
    clients: [
      {
        client_id: 'omni-google',
        client_secret: 'sandbox-google-secret',
        redirect_uris: [`${omni_url}/auth/google/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [await world.keep('google signing key', makeSigningKey)] },
    cookies: { keys: [await world.keep('google cookie key', () => randomBytes(32).toString('base64url'))] },
    findAccount: async (_ctx, sub) => {
      const person = await findPerson(world.db, sub)
      if (!person) return undefined
      const [given_name = '', ...rest] = person.name.split(' ')
      return {
        accountId: sub,
        claims: async () => ({
          sub,
          name: person.name,
          given_name,
          family_name: rest.join(' '),
          email: person.email,
          email_verified: true,
          picture: `${public_url}/identity/people/${sub}.svg`,
        }),
      }
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google puts e-mail and name into the id_token itself, whatever the specification would rather have.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // As at Google: welcome, not demanded.
    pkce: { required: () => false },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true },
    },
    interactions: { url: (_ctx, interaction) => `${GOOGLE_PATH}/interaction/${interaction.uid}` },
    // Choosing the account is the consent.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      userinfo: '/v1/userinfo',
      jwks: '/oauth2/v3/certs',
      revocation: '/revoke',
    },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 600,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      Session: 14 * 24 * HOUR_S,
      Grant: 14 * 24 * HOUR_S,
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = problemPage('Google', `${out.error}: ${out.error_description ?? ''}`)
    },
  })
  provider.proxy = public_url.startsWith('https:')
  return provider
}

async function makeSigningKey() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') }
}
