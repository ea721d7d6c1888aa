/**
 * `npm run chaos -- payments [--kills 200]`: the long form of features/wallet/wallet-killed.prove.test.ts. Two top-ups for each
 * kill, by card and by account, at banks that lose replies; judged by the banks' own books. Some three to five seconds a kill.
 */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const at = process.argv.indexOf('--kills')
const kills = at < 0 ? '200' : (process.argv[at + 1] ?? '')
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'integration', 'wallet-killed.prove.test.ts'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    // A worker that finds itself compiled starts in half the time.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'omni-compiled'), ...process.env, CHAOS_KILLS: kills },
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
