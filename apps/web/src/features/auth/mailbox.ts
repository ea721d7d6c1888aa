/** The address just typed, carried from one sign-in screen to the next; never in a URL, and gone with the tab. */
import { store, stored } from '../../platform/storage.ts'

const KEY = 'omni.mailbox'

export const mailbox = () => stored(KEY, 'sessionStorage') ?? ''
export const keepMailbox = (email: string) => store(KEY, email === '' ? null : email, 'sessionStorage')
