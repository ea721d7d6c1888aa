/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_PARTNERS_URL?: string
  readonly VITE_HELP_CENTER_URL?: string
  readonly VITE_RESEARCHER_URL?: string
  readonly VITE_CONTACT_URL?: string
  readonly VITE_DATA_LAYER?: string
  readonly VITE_SIGN_IN_URL?: string
  readonly VITE_FEATUREBASE_URL?: string
  readonly VITE_EXTENSION_URL?: string
}
