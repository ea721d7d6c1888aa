/**
 * Mistakes inside of rules, as changes of their source: the changed files are written into a temporary folder, as they
 * lie to each other, and loaded from there. A change that no longer applies throws.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface Patch<File extends string = string> {
  /** Below `packages/domain/src`. */
  file: File
  from: string
  to: string
}

const source = fileURLToPath(new URL('..', import.meta.url))

/** Each text stands in the source exactly once. */
function patched(text: string, { file, from, to }: Patch): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} holds this ${parts.length - 1} times: ${from}`)
  return parts.join(to)
}

/** Loads `entry` with the patches laid on; `files` are all it imports that is needed at run time, and itself. */
export async function loadPatched(
  files: readonly string[],
  entry: string,
  patches: readonly Patch[],
): Promise<unknown> {
  const unknown = patches.find(({ file }) => !files.includes(file))
  if (unknown) throw new Error(`${unknown.file} is not among the files that are loaded`)
  const into = mkdtempSync(join(tmpdir(), 'omni-patched-rules-'))
  for (const file of files) {
    mkdirSync(dirname(join(into, file)), { recursive: true })
    const text = readFileSync(join(source, file), 'utf8')
    writeFileSync(join(into, file), patches.filter((patch) => patch.file === file).reduce(patched, text))
  }
  try {
    return await import(/* @vite-ignore */ pathToFileURL(join(into, entry)).href)
  } finally {
    rmSync(into, { recursive: true })
  }
}
