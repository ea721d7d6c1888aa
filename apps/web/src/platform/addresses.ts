/** Addresses outside the app. spec: not shown, all of them: an operator sets his own when building. */
export const PARTNERS_URL = import.meta.env.VITE_PARTNERS_URL ?? 'https://partners.omni.example'
export const HELP_CENTER_URL = import.meta.env.VITE_HELP_CENTER_URL ?? 'https://help.omni.example'
export const RESEARCHER_URL = import.meta.env.VITE_RESEARCHER_URL ?? 'https://research.omni.example'
/** Empty when the operator has no feedback board: the community page then offers its form alone. */
export const FEATUREBASE_URL = import.meta.env.VITE_FEATUREBASE_URL ?? ''
/** Foundation spec §2: where a signed-out user is sent. A full URL leaves the app. */
export const SIGN_IN_URL = import.meta.env.VITE_SIGN_IN_URL ?? '/login'
