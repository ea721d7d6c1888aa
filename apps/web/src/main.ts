import '@fontsource-variable/inter/wght.css'
import '@omni/ui/mantine-styles.ts'
import '@omni/ui/global.css'

// One after another, each its own piece of work: as one piece, running these files for the first time would hold a
// phone
// for a third of a second. The page names them all, so they arrive together (scripts/build-web.ts).
await import('react-dom/client')
await import('@omni/ui/theme.ts')
await import('./platform/query.ts')
await import('./routes.tsx')
const { start } = await import('./start.tsx')
await start()
