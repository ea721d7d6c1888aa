import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keptDurations } from './test-durations.ts'

/** The suppliers' catalogue fills while other journeys run; these need a full one. */
const NEEDS_CATALOGUE = [
  'products.prove',
  'products-large.prove',
  'placing',
  'sourcing.prove',
  'channels-large.prove',
].map((name) => `e2e/${name}.test.ts`)
/** Few lines, many cases: by its size alone it would begin late on a machine that has not run it yet. */
const LONGER_THAN_IT_LOOKS = 'conformance'

/** What took longest begins first, so that nothing long is left alone at the end. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = new Map(files.map(({ project: { name } }) => [name, keptDurations(name)]))
    const order = (spec: TestSpecification) => {
      const file = relative(this.ctx.config.root, spec.moduleId)
      const unknown = file.includes(LONGER_THAN_IT_LOOKS) ? Number.MAX_SAFE_INTEGER : 0
      return { late: NEEDS_CATALOGUE.includes(file), ms: durations.get(spec.project.name)?.[file] ?? unknown }
    }
    const placed = new Map(files.map((spec) => [spec, order(spec)]))
    const of = (spec: TestSpecification) => placed.get(spec) ?? { late: false, ms: 0 }
    // Sorted by size before: the order of those that no run has measured.
    return (await super.sort(files)).toSorted((a, b) => Number(of(a).late) - Number(of(b).late) || of(b).ms - of(a).ms)
  }
}
