import { disconnect } from './outlet-calls.ts'

export const disconnectFacebook = disconnect('facebook')
