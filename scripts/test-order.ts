import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest begins first; journeys that need the catalogue come after those that do not, since it fills
 * meanwhile.
 */
const FIRST = [
  'image-search.test',
  'conformance.test',
  'attempts.chaos.test',
  'placing-killed.test',
  'processes.test',
  'ingest-killed.test',
  'catalogue.test',
  'main-thread.test',
  'accessibility-en.test',
  'accessibility-ar.test',
  'accounts.test',
  'shell.test',
  'products.test',
  'channels.test',
  'placing.test',
  'sourcing.test',
]

export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = FIRST.findIndex((name) => moduleId.includes(`/${name}`))
      return at < 0 ? FIRST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
