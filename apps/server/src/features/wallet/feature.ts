import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { acceptWalletPolicy } from './accept-wallet-policy.ts'
import { changePaymentInfo } from './change-payment-info.ts'
import { checkBooksJob } from './check-books.job.ts'
import { countTransactionLogs } from './count-transaction-logs.ts'
import { exportTransactionLogs } from './export-transaction-logs.ts'
import { forgetMethodJob } from './forget-method.job.ts'
import { getPaymentAutomation } from './get-payment-automation.ts'
import { getWalletBonus } from './get-wallet-bonus.ts'
import { getWalletChart } from './get-wallet-chart.ts'
import { getWalletStatement } from './get-wallet-statement.ts'
import { getWallet } from './get-wallet.ts'
import { listTransactionLogs } from './list-transaction-logs.ts'
import { pollPaymentJob, sweepPaymentsJob } from './poll-payment.job.ts'
import { captureCard, chargeMethod, openPage, releaseCard, takeApproved } from './payment-attempts.ts'
import { walletReceivers } from './receivers.ts'
import { setPaymentAutomation } from './set-payment-automation.ts'
import { topUpWhenLowJob } from './top-up-when-low.job.ts'
import { topupOpening, topupWallet } from './topup-wallet.ts'
import { getPaymentSetting, updatePaymentSetting } from './payment-setting.ts'
import { checkPayment, getPayment } from './get-payment.ts'

/** The seller's money with us: what is in the wallet, how it gets there, and what pays for orders. */
export const wallet = {
  calls: serve(
    walletCalls,
    {
      getWallet,
      topupWallet,
      getPayment,
      checkPayment,
      acceptWalletPolicy,
      getWalletChart,
      getWalletBonus,
      listTransactionLogs,
      countTransactionLogs,
      exportTransactionLogs,
      getWalletStatement,
      getPaymentSetting,
      updatePaymentSetting,
      changePaymentInfo,
      getPaymentAutomation,
      setPaymentAutomation,
    },
    { topupWallet: topupOpening },
  ),
  jobs: [pollPaymentJob, sweepPaymentsJob, forgetMethodJob, topUpWhenLowJob, checkBooksJob],
  receivers: walletReceivers,
  attempts: [openPage, chargeMethod, captureCard, releaseCard, takeApproved],
} satisfies Feature
