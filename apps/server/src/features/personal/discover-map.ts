import { DISCOVER_TOOLS } from '@omni/contracts/personal.calls.ts'

export const toDiscoverMap = (tried: readonly string[]) => ({
  discover: Object.fromEntries(DISCOVER_TOOLS.map((tool) => [tool, tried.includes(tool)])),
})
