import { SIGN_IN_IDS } from '@omni/domain/vendors/badges.ts'
import { z } from 'zod'
import { Email, Id, Language, MetaKey, Name, Nothing, Password, Text, Timestamp, Timezone } from './fields.ts'
import { calls } from './kernel.ts'

const Code = z.string().max(200)
/** Six digits of an app, or a recovery code with its hyphens. */
const SecondFactor = z.string().trim().min(6).max(40)
const ONBOARDING_APPS = ['AO', 'AH'] as const

const StoreRef = z.object({
  id: z.string(),
  workplace_id: z.string(),
  store_name: z.string(),
  platform: z.string(),
  domain: z.string(),
  is_default: z.boolean(),
})

/** Foundation spec §3, user info. */
export const UserInfo = z.object({
  id: z.string(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  avatar: z.string().nullable(),
  language: Language,
  has_shop: z.boolean(),
  has_password: z.boolean(),
  two_factor_enabled: z.boolean(),
  linked_stores: z.record(z.string(), z.array(StoreRef)),
  onboarding: z.object({ AO: z.array(z.object({ step: z.string(), done: z.boolean() })) }),
  onboarding_enabled: z.boolean(),
  remaining_meta_keys: z.array(z.string()),
  plan_reinstalled: z.boolean(),
  from_user_mkt: z.boolean(),
  from_mobile: z.boolean(),
  is_user_mkt: z.boolean(),
  workplaces: z.array(z.object({ id: z.string(), name: z.string(), store_domains: z.array(z.string()) })),
  current_workplace_id: z.string(),
  is_workplace_no_store: z.boolean(),
  is_demo: z.boolean(),
  /** The current workplace is a copy of the example shop: everything can be tried, nothing leaves it. */
  is_example: z.boolean(),
  payment_mode: z.string(),
  is_ab: z.boolean(),
  is_trial: z.boolean(),
  is_new_pricing_mvp: z.boolean(),
  is_new_pricing_mvp_v25: z.boolean(),
  created_at: Timestamp,
})

/**
 * A sign-in either opens a session or asks for the second factor first. `token` is for clients that cannot keep a
 * cookie.
 */
const SignedIn = z.object({ token: z.string().nullable(), two_factor_ticket: z.string().nullable() })

/** `link_ticket`: the address has an account already, and the provider's word is not enough to open it. */
const SocialSignedIn = SignedIn.extend({ link_ticket: z.string().nullable() })
/** `choose_password`: opened in another browser than the one of the sign-up, whose password was therefore not kept. */
const VerifiedEmail = SignedIn.extend({ choose_password: z.boolean() })

const Session = z.object({
  session_id: z.string(),
  current: z.boolean(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
})

const AutoLogin = SignedIn.extend({ workplace_id: z.string() })

export const authCalls = calls({
  newAutoLogin: {
    method: 'POST',
    path: '/auth/platform/{platform}/auto-login',
    unkeyed: 'secret',
    about: 'A link that signs this person in once, in a window of its own, within a minute.',
    input: z.object({ platform: z.string().max(40) }),
    data: z.object({ url: z.string() }),
  },
  autoLogin: {
    // spec: not shown
    method: 'POST',
    path: '/auth/auto-login',
    access: 'public',
    unkeyed: 'secret',
    about: 'Signs in with the code of such a link. It is good once.',
    input: z.object({ code: Code.min(1) }),
    data: AutoLogin,
  },
  getAccount: {
    method: 'GET',
    path: '/auth/account',
    about: 'Who is signed in, with workplaces, stores, onboarding and flags.',
    input: z.object({}),
    data: UserInfo,
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/auth/account/delete',
    access: 'user',
    unkeyed: 'secret',
    about: 'Deletes the account and its personal data. Asks for the password where one is set.',
    input: z.object({ password: Password.optional() }),
    data: Nothing,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    about: 'Signs in with e-mail and password.',
    input: z.object({ email: Email, password: Password, remember: z.boolean().default(true) }),
    data: SignedIn,
  },
  loginSecondFactor: {
    // spec: not shown
    method: 'POST',
    path: '/auth/login/two-factor',
    access: 'public',
    about: 'Finishes a sign-in with a TOTP or recovery code.',
    input: z.object({ two_factor_ticket: Code, code: SecondFactor }),
    data: SignedIn,
  },
  logout: {
    // spec: not shown
    method: 'POST',
    path: '/auth/logout',
    access: 'user',
    unkeyed: 'same_again',
    about: 'Ends the current session.',
    input: z.object({}),
    data: Nothing,
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    about: 'Opens an account and sends a verification mail. Answers alike for known and unknown addresses.',
    input: z.object({
      email: Email,
      password: Password,
      first_name: Name,
      last_name: z.string().trim().max(80).default(''),
      language: Language.optional(),
      timezone: Timezone.optional(),
    }),
    data: Nothing,
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    about: 'Sends a reset mail when the address is known.',
    input: z.object({ email: Email }),
    data: Nothing,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    about: 'Sets a new password with the code of a reset mail.',
    input: z.object({ id: Id, code: Code, password: Password }),
    data: Nothing,
  },
  sendVerificationEmail: {
    method: 'POST',
    path: '/auth/send-verification-email',
    access: 'public',
    about: 'Sends the verification mail again.',
    input: z.object({ email: Email }),
    data: Nothing,
  },
  verifyEmail: {
    method: 'GET',
    path: '/auth/verify-email/{id}/{code}/',
    access: 'public',
    about: 'Verifies an address and signs in.',
    input: z.object({ id: Id, code: Code }),
    data: VerifiedEmail,
  },
  connectAccount: {
    method: 'POST',
    path: '/auth/account/connect',
    access: 'user',
    unkeyed: 'secret',
    about: 'Turns the demo account of try-now into a real one with an address and a password.',
    input: z.object({
      email: Email,
      password: Password,
      first_name: Name,
      last_name: z.string().trim().max(80).default(''),
    }),
    data: Nothing,
  },
  startSocial: {
    method: 'GET',
    path: '/auth/social/{social}',
    access: 'public',
    about: 'Where to send the browser to sign in with a social account.',
    input: z.object({ social: z.enum(SIGN_IN_IDS) }),
    data: z.object({ url: z.string() }),
  },
  finishSocial: {
    method: 'GET',
    path: '/auth/callback/{social}',
    access: 'public',
    about: 'Finishes a social sign-in with the code the provider gave.',
    input: z.object({
      social: z.enum(SIGN_IN_IDS),
      code: z.string().max(4000),
      state: z.string().max(500),
      iss: z.string().max(500).optional(),
    }),
    data: SocialSignedIn,
  },
  linkSocial: {
    // spec: not shown
    method: 'POST',
    path: '/auth/social/link',
    access: 'public',
    about: 'Links a social account to the account of its address, with its password or with the code of a mail.',
    input: z.object({ ticket: Code, password: Password.optional() }),
    data: SignedIn,
  },
  mailSocialLink: {
    // spec: not shown
    method: 'POST',
    path: '/auth/social/link/mail',
    access: 'public',
    about: 'Sends the owner of the address a link that links the social account.',
    input: z.object({ ticket: Code }),
    data: Nothing,
  },
  setLanguage: {
    method: 'PUT',
    path: '/auth/account/set-language',
    access: 'user',
    unkeyed: 'same_again',
    about: 'Keeps the chosen language with the account.',
    input: z.object({ language: Language }),
    data: Nothing,
  },
  enterApp: {
    method: 'POST',
    path: '/auth/app',
    access: 'user',
    unkeyed: 'telemetry',
    about: 'Notes that the account entered an app (AO or AH).',
    input: z.object({ app: z.enum(ONBOARDING_APPS) }),
    data: z.object({ app: z.enum(ONBOARDING_APPS), first_entered_at: Timestamp }),
  },
  tryNow: {
    method: 'POST',
    path: '/auth/try-now',
    access: 'public',
    about: 'Opens an anonymous demo account at once.',
    input: z.object({ language: Language.optional(), timezone: Timezone.optional() }),
    data: SignedIn,
  },
  updateMeta: {
    method: 'POST',
    path: '/auth/account/update-meta',
    access: 'user',
    unkeyed: 'same_again',
    about: 'Marks a meta key of the account as seen.',
    input: z.object({ meta_key: MetaKey }),
    data: z.object({ remaining_meta_keys: z.array(z.string()) }),
  },
  getFeaturebaseToken: {
    method: 'POST',
    path: '/auth/sso/featurebase',
    access: 'user',
    unkeyed: 'secret',
    about: 'A signed token that signs the account in to the feedback board.',
    input: z.object({}),
    data: z.object({ token: z.string() }),
  },
  getAccountStatistic: {
    method: 'GET',
    path: '/auth/account/statistic',
    access: 'user',
    about: 'Counts of what the account holds.',
    input: z.object({}),
    data: z.object({
      workplaces: z.int(),
      stores: z.int(),
      unread_notifications: z.int(),
      days_since_signup: z.int(),
      sessions: z.int(),
    }),
  },
  changePassword: {
    method: 'POST',
    path: '/auth/account/change-password',
    access: 'user',
    unkeyed: 'secret',
    about: 'Changes the password and ends every other session.',
    input: z.object({ current_password: Password.optional(), password: Password }),
    data: Nothing,
  },
  getFirstTimeInApp: {
    method: 'GET',
    path: '/auth/first-time-in-app',
    access: 'user',
    about: 'Whether the account has yet to see the app for the first time.',
    input: z.object({ owner_id: z.string().max(100).optional() }),
    data: z.object({ first_time: z.boolean() }),
  },
  setFirstTimeInApp: {
    method: 'POST',
    path: '/auth/first-time-in-app',
    access: 'user',
    unkeyed: 'same_again',
    about: 'Notes that the account has seen the app.',
    input: z.object({ owner_id: z.string().max(100).optional() }),
    data: z.object({ first_time: z.boolean() }),
  },
  updateOnboarding: {
    method: 'POST',
    path: '/auth/account/update-onboarding',
    access: 'user',
    about: 'Marks an onboarding step of an app as done.',
    input: z.object({ app: z.enum(ONBOARDING_APPS).default('AO'), step: Text.min(1) }),
    data: Nothing,
  },
  updateCoreOnboarding: {
    method: 'POST',
    path: '/core/account/update-onboarding',
    access: 'user',
    about: 'Marks an onboarding step of the main app as done.',
    input: z.object({ step: Text.min(1) }),
    data: Nothing,
  },
  updatePricingOnboarding: {
    method: 'POST',
    path: '/core/account/update-pricing-onboarding',
    access: 'user',
    about: 'Marks the pricing step of the onboarding as done.',
    input: z.object({}),
    data: Nothing,
  },
  updateProfile: {
    // spec: not shown
    method: 'PUT',
    path: '/auth/account/profile',
    access: 'user',
    about: 'Changes the name of the account.',
    input: z.object({ first_name: Name, last_name: z.string().trim().max(80) }),
    data: Nothing,
  },
  listSessions: {
    // spec: not shown
    method: 'GET',
    path: '/auth/account/sessions',
    access: 'user',
    about: 'The open sessions of the account.',
    input: z.object({}),
    data: z.object({ items: z.array(Session) }),
  },
  endSession: {
    // spec: not shown
    method: 'DELETE',
    path: '/auth/account/sessions/{session_id}',
    access: 'user',
    about: 'Ends one session of the account.',
    input: z.object({ session_id: Id }),
    data: Nothing,
  },
  startTwoFactor: {
    // spec: not shown
    method: 'POST',
    path: '/auth/account/two-factor/start',
    access: 'user',
    unkeyed: 'secret',
    about: 'A new TOTP secret, not yet in force.',
    input: z.object({ password: Password.optional() }),
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmTwoFactor: {
    // spec: not shown
    method: 'POST',
    path: '/auth/account/two-factor/confirm',
    access: 'user',
    unkeyed: 'secret',
    about: 'Puts the second factor in force after one right code; returns the recovery codes once.',
    input: z.object({ code: z.string().trim().min(6).max(10) }),
    data: z.object({ recovery_codes: z.array(z.string()) }),
  },
  disableTwoFactor: {
    // spec: not shown
    method: 'POST',
    path: '/auth/account/two-factor/disable',
    access: 'user',
    unkeyed: 'secret',
    about: 'Takes the second factor off again.',
    input: z.object({ password: Password.optional(), code: SecondFactor }),
    data: Nothing,
  },
  exportAccount: {
    // spec: not shown
    method: 'POST',
    path: '/auth/account/export',
    access: 'user',
    unkeyed: 'waits',
    about: 'Writes everything we keep about the account into one file; its address opens it until `ends_at`.',
    input: z.object({}),
    data: z.object({ url: z.string(), exported_at: Timestamp, ends_at: Timestamp }),
  },
})
