/**
 * `npm run mutate -- <folder or file>`: changes the code a little, once per place, and runs the tests each time. A change
 * that no test notices is a survivor, and is listed. Fails where a folder of rules, or a file of the server, is below the
 * threshold.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DATA_TABLES, SERVER_FILES } from './files.ts'
import { type Mutant, type Status, tryMutants } from './try-mutants.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const here = join(root, 'mutation')
const THRESHOLD = 85
const DOMAIN = 'packages/domain/src'

const wanted = (process.argv[2] ?? DOMAIN).replace(/\/$/, '')
const below = (folder: string): string[] =>
  readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    return statSync(join(root, path)).isDirectory() ? below(path) : [path]
  })
const domain = below(DOMAIN).filter((path) => path.endsWith('.ts') && !path.includes('/testing/'))
const isTest = (path: string) => path.endsWith('.test.ts')
const isWanted = (path: string) => path === wanted || path.startsWith(`${wanted}/`)
const rules = domain.filter((path) => isWanted(path) && !isTest(path) && !DATA_TABLES.includes(relative(DOMAIN, path)))
const serverFiles = Object.keys(SERVER_FILES).filter(isWanted)
if (rules.length + serverFiles.length === 0) {
  console.error(`Nothing below "${wanted}" is on the list in mutation/files.ts.`)
  process.exit(1)
}

if (!existsSync(join(here, 'node_modules/@stryker-mutator/instrumenter'))) {
  console.log('Installing Stryker’s instrumenter (once) …')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: here, stdio: 'inherit' })
  if (done.status !== 0) process.exit(1)
}

/** Whether it is good enough. */
function judge(what: string, mutants: readonly Mutant[]): boolean {
  const having = (...states: Status[]) => mutants.filter(({ status }) => states.includes(status))
  const [noticed, missed] = [having('Killed', 'Timeout').length, having('Survived', 'NoCoverage')]
  for (const { file, line, status, mutatorName, replacement } of missed)
    console.log(`${status} ${file}:${line} ${mutatorName} -> ${replacement.slice(0, 80)}`)
  const score = (100 * noticed) / Math.max(1, noticed + missed.length)
  const isGood = score >= THRESHOLD || missed.length === 0
  console.log(
    `${what}: ${noticed} noticed, ${missed.length} missed: ${score.toFixed(1)} %${isGood ? '' : ' (too few)'}`,
  )
  return isGood
}

const nameOf = (path: string) => path.replace(/\W+/g, '-')
const judged: boolean[] = []
/** A rule's tests lie beside it: only those of its own folder count. */
for (const [folder, files] of Map.groupBy(rules, dirname)) {
  // Explorations visit every world: minutes for each mutant, and the tests beside them notice the same.
  const tests = domain.filter((path) => isTest(path) && dirname(path) === folder && !path.endsWith('.explore.test.ts'))
  const subject = { name: nameOf(folder), files, tests, is_stateful: false }
  judged.push(judge(folder, await tryMutants(root, subject)))
}
for (const file of serverFiles) {
  const subject = { name: nameOf(file), files: [file], tests: SERVER_FILES[file] ?? [], is_stateful: true }
  judged.push(judge(file, await tryMutants(root, subject)))
}
console.log(`The threshold is ${THRESHOLD} %.`)
process.exit(judged.every(Boolean) ? 0 : 1)
