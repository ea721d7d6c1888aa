import { autoLogin } from './auto-login.ts'
import { newAutoLogin } from './new-auto-login.ts'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { changePassword } from './change-password.ts'
import { connectAccount } from './connect-account.ts'
import { deleteAccount } from './delete-account.ts'
import { endSession } from './end-session.ts'
import { enterApp } from './enter-app.ts'
import { exportAccount } from './export-account.ts'
import { finishSocial } from './finish-social.ts'
import { forgotPassword } from './forgot-password.ts'
import { getAccount } from './get-account.ts'
import { getAccountStatistic } from './get-account-statistic.ts'
import { getFeaturebaseToken } from './get-featurebase-token.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { loginSecondFactor } from './login-second-factor.ts'
import { logout } from './logout.ts'
import {
  mailAlreadyRegistered,
  mailNewAccount,
  mailPasswordChanged,
  mailPasswordReset,
  mailSecondFactorLimited,
  mailSocialLinkCode,
  mailVerificationAgain,
} from './mails.ts'
import { linkSocial } from './link-social.ts'
import { mailSocialLink } from './mail-social-link.ts'
import { register } from './register.ts'
import { removeExportJob } from './remove-export.job.ts'
import { resetPassword } from './reset-password.ts'
import { sendVerificationEmail } from './send-verification-email.ts'
import { startSocial } from './start-social.ts'
import { sweepJob } from './sweep.job.ts'
import { tryNow } from './try-now.ts'
import { confirmTwoFactor } from './confirm-two-factor.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { startTwoFactor } from './start-two-factor.ts'
import { markFirstImport, markFirstOrder, markPlanChosen } from './mark-onboarding.ts'
import { updateMeta } from './update-meta.ts'
import { updateCoreOnboarding, updateOnboarding } from './update-onboarding.ts'
import { updatePricingOnboarding } from './update-pricing-onboarding.ts'
import { verifyEmail } from './verify-email.ts'
import { getFirstTimeInApp, setFirstTimeInApp } from './first-time-in-app.ts'
import { setLanguage, updateProfile } from './update-profile.ts'

/** Everything accounts add to the server, on one screen. */
export const auth: Feature = {
  calls: serve(
    authCalls,
    {
      getAccount,
      deleteAccount,
      login,
      loginSecondFactor,
      logout,
      register,
      newAutoLogin,
      autoLogin,
      forgotPassword,
      resetPassword,
      sendVerificationEmail,
      verifyEmail,
      connectAccount,
      startSocial,
      finishSocial,
      linkSocial,
      mailSocialLink,
      setLanguage,
      enterApp,
      tryNow,
      updateMeta,
      getFeaturebaseToken,
      getAccountStatistic,
      changePassword,
      getFirstTimeInApp,
      setFirstTimeInApp,
      updateOnboarding,
      updateCoreOnboarding,
      updatePricingOnboarding,
      updateProfile,
      listSessions,
      endSession,
      startTwoFactor,
      confirmTwoFactor,
      disableTwoFactor,
      exportAccount,
    },
    { getAccount: 'open_account' },
  ),
  jobs: [sweepJob, removeExportJob],
  on: {
    'products.imported': { markFirstImport },
    'orders.placed': { markFirstOrder: { within: markFirstOrder } },
    'plan.chosen': { markPlanChosen },
    'account.registered': { mailNewAccount },
    'account.register_repeated': { mailAlreadyRegistered },
    'account.verification_requested': { mailVerificationAgain },
    'account.password_forgotten': { mailPasswordReset },
    'account.password_changed': { mailPasswordChanged },
    'account.second_factor_limited': { mailSecondFactorLimited },
    'account.social_link_requested': { mailSocialLinkCode },
  },
}
