import { comeBack } from './outlet-calls.ts'

export const callbackFacebook = comeBack('facebook')
