/** 'Chrome, Windows' from a user agent; '' when neither is known. Order matters: Edge and Opera also say Chrome. */
const BROWSERS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/edg/i, 'Edge'],
  [/opr|opera/i, 'Opera'],
  [/firefox|fxios/i, 'Firefox'],
  [/chrome|crios/i, 'Chrome'],
  [/safari/i, 'Safari'],
]
const SYSTEMS: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iphone|ipad/i, 'iOS'],
  [/android/i, 'Android'],
  [/windows/i, 'Windows'],
  [/mac os/i, 'macOS'],
  [/linux/i, 'Linux'],
]

export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1]
  return [browser, system].filter(Boolean).join(', ')
}
