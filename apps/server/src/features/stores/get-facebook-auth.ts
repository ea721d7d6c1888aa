import { start } from './outlet-calls.ts'

export const getFacebookAuth = start('facebook')
