import '@fontsource-variable/inter/wght.css'
import '@omni/ui/mantine-styles.ts'
import '@omni/ui/global.css'

// One after another, each its own piece of work: as one piece, running these files for the first time would hold a
// phone for a third of a second. The page names them all, so they arrive together (scripts/build-web.ts).
await import('react-dom/client')
await import('@omni/ui/theme.ts')
await import('./platform/query.ts')
await import('./routes.tsx')
const { start } = await import('./start.tsx')
// Stylesheets stand behind the outline (../page-head.ts). Nothing of the app is shown before all of them are there.
const styles = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
await Promise.all(
  [...styles].map((link) => {
    if (link.sheet) return undefined
    const { promise, resolve } = Promise.withResolvers<unknown>()
    for (const end of ['load', 'error']) link.addEventListener(end, resolve)
    return promise
  }),
)
await start()
