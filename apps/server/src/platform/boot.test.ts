import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const BOOT = new URL('./boot.ts', import.meta.url).href

test.each([
  ['uncaught exception', `setTimeout(() => { throw new Error('torn') }, 5)`],
  ['unhandled rejection', `void Promise.reject(new Error('torn'))`],
])('%s: written down, and the process ends with a failure', (kind, fault) => {
  const script = `
    import { endOnFault } from ${JSON.stringify(BOOT)}
    endOnFault({ fatal: ({ err }, message) => console.log(message + ': ' + err.message) })
    setInterval(() => {}, 1000) // what would keep it serving
    ${fault}`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect([status, stdout.trim()]).toEqual([1, `${kind}: torn`])
})
