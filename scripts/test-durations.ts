/** How long each test file took when it last ran on this machine: chooses the order of the next run, and names the slowest. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
// A file per project: two projects run side by side.
const pathOf = (project: string) => `${root}node_modules/.cache/test-durations/${project}.json`

/** Milliseconds by the file's path from the root. */
export type Durations = Record<string, number>

export function keptDurations(project: string): Durations {
  try {
    return JSON.parse(readFileSync(pathOf(project), 'utf8')) as Durations // our own file
  } catch {
    return {} // the first run
  }
}

/** Vitest's reporter that keeps them. What a file does before its first test (start a server, say) counts. */
export default class KeepDurations implements Reporter {
  private readonly took = new Map<string, Durations>()

  onTestModuleEnd(module: TestModule): void {
    const { project, moduleId } = module
    const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
    const durations = this.took.get(project.name) ?? {}
    durations[relative(root, moduleId)] = Math.round(
      environmentSetupDuration + setupDuration + collectDuration + duration,
    )
    this.took.set(project.name, durations)
  }

  onTestRunEnd(): void {
    for (const [project, durations] of this.took) {
      mkdirSync(dirname(pathOf(project)), { recursive: true })
      writeFileSync(pathOf(project), JSON.stringify({ ...keptDurations(project), ...durations }, null, 1))
    }
  }
}
