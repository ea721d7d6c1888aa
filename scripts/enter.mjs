// Installs what the lock file says when it is not there yet, then goes on in the Node 24 that was installed. Plain
// JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const stamp = join(root, 'node_modules', '.installed-from')

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing packages (once; about a minute) …')
  // `install`, not `ci`: it follows the lock file too, and puts up with a registry that lacks other platforms' optional
  // packages.
  // The model runtime's own install step fetches GPU libraries that we do not use; without a network it would end the
  // installation.
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' }
  const done = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (done.status !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
}

/**
 * Started directly, not by an npm script: npm and its shell would stay in between, and a kill would end them and leave
 * the rest running.
 * @param {string[]} command
 */
export function enter(...command) {
  install()
  const bin = join(root, 'node_modules', '.bin')
  const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const child = spawn(node, [...command, ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: bin + delimiter + (process.env.PATH ?? '') },
  })
  // Ctrl-C reaches the child by itself (same terminal); a kill of this process is passed on. Both wait for the child's
  // end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A kill of npm ends its shell and no more; whoever has lost the one who called it stops too.
  const caller = process.ppid
  setInterval(() => {
    if (process.ppid !== caller) child.kill('SIGTERM')
  }, 1000).unref()
  child.on('exit', (code, signal) => process.exit(signal === 'SIGINT' ? 0 : (code ?? 1)))
}
