import { localStorageColorSchemeManager } from '@mantine/core'

/** Remembered per browser; 'auto' follows the system. before-paint.js reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'omni.color-scheme' })
