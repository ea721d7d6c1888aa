import { localStorageColorSchemeManager, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { SESSION_LIFE_DAYS } from '@omni/contracts/headers.ts'

/** The server reads it to send the page in the right scheme from the first byte. */
const SCHEME_COOKIE = 'omni_color_scheme'
const COOKIE_LIFE_S = SESSION_LIFE_DAYS * 86_400

const stored = localStorageColorSchemeManager({ key: 'omni.color-scheme' })
function saveScheme(scheme: MantineColorScheme): void {
  document.cookie = `${SCHEME_COOKIE}=${scheme}; path=/; max-age=${COOKIE_LIFE_S}; samesite=lax`
}

/** Remembered per browser; 'auto' follows the system. */
export const colorSchemeManager: MantineColorSchemeManager = {
  ...stored,
  get(usual) {
    const scheme = stored.get(usual)
    saveScheme(scheme)
    return scheme
  },
  set(scheme) {
    stored.set(scheme)
    saveScheme(scheme)
  },
}
