import { disconnect } from './outlet-calls.ts'

export const disconnectGoogleMerchant = disconnect('google')
