import type { Call } from '@omni/contracts/kernel.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import type { Payment } from './wallet-texts.ts'

export const WALLET_READS: readonly Call[] = [
  walletCalls.getWallet,
  walletCalls.getWalletChart,
  walletCalls.listTransactionLogs,
  walletCalls.countTransactionLogs,
]
const ASK_EVERY_MS = 2000
const isOver = (payment: Payment | undefined) =>
  payment !== undefined && ['succeeded', 'failed', 'expired', 'released'].includes(payment.state)

/** Follows a payment that was started here, and goes to the bank's page as soon as it is open. */
export function useStartedPayment(go: (url: string) => void = (url) => window.location.assign(url)) {
  const [id, setId] = useState<string | null>(null)
  const reading = useCall(walletCalls.getPayment, { payment_id: id ?? '' }, { quiet: true, enabled: id !== null })
  const payment = id === null ? undefined : reading.data
  const gone = useRef<string | null>(null)
  const { refetch } = reading
  // A message usually comes first; without one it is asked.
  useEffect(() => {
    if (id === null || isOver(payment) || payment?.url) return
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, payment, refetch])
  useEffect(() => {
    if (!payment?.url || gone.current === payment.payment_id) return
    gone.current = payment.payment_id
    go(payment.url)
  }, [payment, go])
  return { payment, start: setId, isOpening: id !== null && !isOver(payment), stop: () => setId(null) }
}

/** The person comes back from the bank's page: what became of it is asked there, not read from the address. */
export function useReturnedPayment() {
  const [url, setUrl] = useUrlState()
  const payment_id = url['payment'] ?? null
  const hasLeft = url['left'] !== undefined
  const check = useAct(walletCalls.checkPayment, { refresh: [walletCalls.getPayment], quiet: true })
  const reading = useCall(
    walletCalls.getPayment,
    { payment_id: payment_id ?? '' },
    { quiet: true, enabled: payment_id !== null },
  )
  const payment = payment_id === null ? undefined : reading.data
  const isOpen = payment_id !== null && !isOver(payment) && !hasLeft && !reading.isError
  const { refetch } = reading
  const { run } = check
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (payment_id === null || asked.current === payment_id) return
    asked.current = payment_id
    void run({ payment_id })
  }, [payment_id, run])
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void refetch(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isOpen, refetch])
  return { payment, hasLeft, close: () => setUrl({ payment: undefined, left: undefined }) }
}
