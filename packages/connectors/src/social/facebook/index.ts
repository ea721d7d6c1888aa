import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { read, type ReadRequest } from '../../http.ts'
import type { SocialDefinition, SocialProvider } from '../provider.ts'

const VERSION = 'v23.0'
const Token = z.object({ access_token: z.string(), token_type: z.string() })
const Me = z.object({
  id: z.string(),
  name: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
})
const Failure = z.object({ error: z.object({ message: z.string(), code: z.int() }) })

export const facebook: SocialDefinition = {
  id: 'facebook',
  name: 'Facebook',
  proved: { 'sign-in': ['notes'] },
  settings: {
    FACEBOOK_DIALOG_URL: { default: 'https://www.facebook.com', sandbox: '{sandbox}/identity/facebook' },
    FACEBOOK_GRAPH_URL: { default: 'https://graph.facebook.com', sandbox: '{sandbox}/identity/facebook' },
    FACEBOOK_APP_ID: { sandbox: 'omni-facebook' },
    FACEBOOK_APP_SECRET: { sandbox: 'sandbox-facebook-secret' },
  },
  deploy: [
    {
      variables: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
      meaning: 'sign-in with Facebook; callback `PUBLIC_URL/auth/facebook/callback`',
      without: 'off',
    },
  ],
  needs: 'FACEBOOK_APP_ID',
  open: (env) =>
    openFacebook({
      dialog_url: env['FACEBOOK_DIALOG_URL'] ?? '',
      graph_url: env['FACEBOOK_GRAPH_URL'] ?? '',
      app_id: env['FACEBOOK_APP_ID'] ?? '',
      app_secret: env['FACEBOOK_APP_SECRET'] ?? '',
    }),
}

/**
 * Facebook Login: OAuth 2 without OpenID, so the person comes from the Graph API. Verified against the sandbox only.
 */
function openFacebook(settings: {
  dialog_url: string
  graph_url: string
  app_id: string
  app_secret: string
}): SocialProvider {
  const explain: ReadRequest['explain'] = (status, body) => {
    const failure = Failure.safeParse(body)
    if (!failure.success || status >= 500) return undefined
    return { kind: failure.data.error.code === 4 ? 'rate_limited' : 'invalid', message: failure.data.error.message }
  }
  return {
    async start(attempt) {
      const query = new URLSearchParams({
        client_id: settings.app_id,
        redirect_uri: attempt.redirect_uri,
        state: attempt.state,
        response_type: 'code',
        scope: 'email,public_profile',
      })
      return `${settings.dialog_url}/${VERSION}/dialog/oauth?${query}`
    },
    async finish(attempt, { code }) {
      const query = new URLSearchParams({
        client_id: settings.app_id,
        client_secret: settings.app_secret,
        redirect_uri: attempt.redirect_uri,
        code,
      })
      // A code is good once.
      const token = await read(
        {
          vendor: 'facebook',
          once: true,
          method: 'POST',
          url: `${settings.graph_url}/${VERSION}/oauth/access_token`,
          body: query,
          explain,
        },
        Token,
      )
      const proof = createHmac('sha256', settings.app_secret).update(token.access_token).digest('hex')
      const fields = new URLSearchParams({
        fields: 'id,name,first_name,last_name,email,picture',
        access_token: token.access_token,
        appsecret_proof: proof,
      })
      const me = await read({ vendor: 'facebook', url: `${settings.graph_url}/${VERSION}/me?${fields}`, explain }, Me)
      const [first = '', ...rest] = (me.name ?? '').split(' ')
      return {
        subject: me.id,
        // The Graph API does not say whether, or when, the person has shown to own it.
        email: me.email?.toLowerCase() ?? null,
        email_proved: false,
        first_name: me.first_name ?? first,
        last_name: me.last_name ?? rest.join(' '),
        avatar: me.picture?.data.url ?? null,
      }
    },
  }
}
