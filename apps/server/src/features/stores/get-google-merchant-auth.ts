import { start } from './outlet-calls.ts'

export const getGoogleMerchantAuth = start('google')
