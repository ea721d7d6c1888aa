import { pick } from './outlet-calls.ts'

export const linkGoogleMerchant = pick('google')
