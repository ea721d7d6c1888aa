import { defineConfig } from 'vitest/config'
import { helpNames } from './apps/web/help-names.ts'
import { plainContracts } from './apps/web/plain-contracts.ts'
import { textParts } from './apps/web/text-parts.ts'
import { patience } from './scripts/patience.ts'
import { TestOrder } from './scripts/test-order.ts'

/** What is waited for comes when the machine gets to it: a second is a race, a minute is a fault. */
const MINUTE_MS = 60_000 * patience
/** Lie with the connectors, but need the sandbox and its database. */
const CONFORMANCE = [
  'packages/connectors/src/suppliers/conformance.prove.test.ts',
  'packages/connectors/src/channels/conformance.prove.test.ts',
  'packages/connectors/src/channels/shopify/shopify.test.ts',
]

/**
 * Four projects, run apart by scripts/run-tests.ts: rules, screens, operations on a real PostgreSQL, journeys in a real
 * browser. The fifth asks one vendor, a real one too (scripts/conformance.ts).
 * Files share a process (`isolate: false`) but for journeys: reading the same code anew for each took a third of the time.
 * Screen tests replace modules, and so forget those of the file before (testing/setup.ts).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: TestOrder },
    // Ending a worker takes its time as well.
    teardownTimeout: MINUTE_MS,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          // What the command line excludes does not reach a project that excludes something itself.
          exclude: [...CONFORMANCE, ...(process.env['WITHOUT_PROVE'] === '1' ? ['**/*.prove.test.*'] : [])],
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        resolve: { dedupe: ['react', 'react-dom'] },
        plugins: [plainContracts(), textParts, helpNames],
        test: {
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          include: ['apps/web/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/src/testing/setup.ts'],
          provide: { patience },
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: MINUTE_MS,
        },
      },
      {
        test: {
          name: 'integration',
          environment: 'node',
          isolate: false,
          include: ['apps/server/src/**/*.test.ts', 'apps/sandbox/src/**/*.test.ts', ...CONFORMANCE],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'],
          provide: { patience },
          expect: { poll: { timeout: MINUTE_MS } },
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: 2 * MINUTE_MS,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/omni.setup.ts'],
          provide: { patience },
          expect: { poll: { timeout: MINUTE_MS } },
          testTimeout: 5 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
        },
      },
      {
        test: {
          name: 'conformance',
          environment: 'node',
          include: ['packages/connectors/src/conformance/live.ts'],
          testTimeout: 2 * MINUTE_MS,
        },
      },
    ],
  },
})
