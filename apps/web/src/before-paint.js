// Runs before the first paint, so that a dark or mirrored page does not flash light or left-to-right first.
// Keys and values as in platform/color-scheme.ts and platform/i18n.ts.
;(function () {
  var root = document.documentElement
  if (/^\/app(\/|$)/.test(location.pathname)) root.setAttribute('data-app', '') // shows the outline of outline.css
  try {
    var scheme = localStorage.getItem('omni.color-scheme') || 'auto'
    var dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
    var language = localStorage.getItem('omni.language')
    if (language) {
      root.lang = language
      root.dir = language === 'ar' ? 'rtl' : 'ltr'
    }
  } catch {
    root.setAttribute('data-mantine-color-scheme', 'light') // storage can be forbidden inside a frame
  }
})()
