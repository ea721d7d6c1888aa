/**
 * `npm run test:slow [part]`: the test command with a busy loop beside it for each core, as on a machine that is slow.
 * Nothing is run again: what is not steady is to be seen here.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']))
const stop = () => {
  for (const loop of loops) loop.kill('SIGKILL')
}
process.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const tests = fileURLToPath(new URL('run-tests.ts', import.meta.url))
const child = spawn(process.execPath, [tests, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, STRICT: '1' },
})
child.on('exit', (code) => process.exit(code ?? 1))
