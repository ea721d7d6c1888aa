/**
 * `npm run fuzz -- --n 100000 [--seed 42]`: the fuzz test of the suite, longer. Any call, crafted cursors, tables to
 * import; it reports the largest CPU time that a call cost the api's thread.
 */
import { spawnSync } from 'node:child_process'

const option = (name: string) => process.argv[process.argv.indexOf(`--${name}`) + 1]
const n = process.argv.includes('--n') ? Number(option('n')) : 20_000
if (!Number.isInteger(n) || n < 1) {
  console.error('--n must be a whole number, e.g. npm run fuzz -- --n 100000')
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', 'apps/server/src/fuzz.prove.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_RUNS: String(n),
      ...(process.argv.includes('--seed') && { FUZZ_SEED: option('seed') }),
    },
  },
)
process.exit(status ?? 1)
