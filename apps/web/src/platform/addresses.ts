/** Addresses outside the app. An operator sets his own when building; without one, what needs it is not shown. */
export const PARTNERS_URL = import.meta.env.VITE_PARTNERS_URL ?? ''
export const RESEARCHER_URL = import.meta.env.VITE_RESEARCHER_URL ?? ''
/** Our own pages, unless an operator has a help center of his own. */
export const HELP_CENTER_URL = import.meta.env.VITE_HELP_CENTER_URL ?? '/public/help'
/** Where one writes to people; the form of the community page until an operator says otherwise. */
export const CONTACT_URL = import.meta.env.VITE_CONTACT_URL ?? '/app/community'
/** Empty when the operator has no feedback board: the community page then offers its form alone. */
export const FEATUREBASE_URL = import.meta.env.VITE_FEATUREBASE_URL ?? ''
/** Where the browser extension is installed from. Empty: it is not offered, only looked for. */
export const EXTENSION_URL = import.meta.env.VITE_EXTENSION_URL ?? ''
/** Foundation spec §2: where a signed-out user is sent. A full URL leaves the app. */
export const SIGN_IN_URL = import.meta.env.VITE_SIGN_IN_URL ?? '/login'

/** An article of our own help; an operator's help center has its own names. */
export const helpHref = (article: string) =>
  HELP_CENTER_URL.startsWith('/') ? `${HELP_CENTER_URL}/${article}` : HELP_CENTER_URL
