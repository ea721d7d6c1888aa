import { comeBack } from './outlet-calls.ts'

export const callbackGoogleMerchant = comeBack('google')
