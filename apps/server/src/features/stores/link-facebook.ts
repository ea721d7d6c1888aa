import { pick } from './outlet-calls.ts'

export const linkFacebook = pick('facebook')
