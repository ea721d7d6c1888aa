// Installs what the lock file says when it is not there yet, then re-enters through an npm script, whose PATH begins with
// the Node 24 that was installed. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const stamp = join(root, 'node_modules', '.installed-from')

function install() {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing packages (once; about a minute) …')
  // `install`, not `ci`: it follows the lock file too, and puts up with a registry that lacks other platforms' optional packages.
  // The model runtime's own install step fetches GPU libraries that we do not use; without a network it would end the installation.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }
  const done = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
}

/** @param {string} script */
export function enter(script) {
  install()
  const child = spawn(npm, ['run', '--silent', script, '--', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the child by itself (same terminal); a kill of this process is passed on. Both wait for the child's end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal === 'SIGINT' ? 0 : (code ?? 1)))
}
