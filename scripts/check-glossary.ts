/**
 * Keeps our own words few: GLOSSARY.md has at most 60, each is used by the code, and none stands for a trade word.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const MOST_WORDS = 60
const CODE = ['apps/*.ts', 'apps/*.tsx', 'packages/*.ts', ':!*.test.ts*', ':!*locales*']
/** How a file or a function of ours may not begin, and the trade's word for it. */
const TRADE_WORDS: Record<string, string> = {
  tell: 'notify, publish, sync or report',
  hear: 'handle',
  wake: 'enqueue',
  wish: 'desired state or pending action',
  errand: 'task',
}
const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout

const problems: string[] = []
const words = readFileSync(new URL('../GLOSSARY.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word '))
  .map((line) => line.split('|')[1]?.trim() ?? '')
if (words.length > MOST_WORDS) problems.push(`GLOSSARY.md: ${words.length} words, at most ${MOST_WORDS}`)
for (const word of words)
  for (const one of word.replace(/ \(.*\)/, '').split(', '))
    if (git('grep', '-lwiE', one.replaceAll(' ', '[ _-]?'), '--', ...CODE) === '')
      problems.push(`GLOSSARY.md: no code says "${one}"`)

for (const [word, trade] of Object.entries(TRADE_WORDS)) {
  const named = git('grep', '-nE', `(function|const) ${word}[A-Z][A-Za-z]* ?[=(<:]`, '--', ...CODE)
  const files = git('ls-files', `:(glob)apps/**/${word}-*.ts*`, `:(glob)packages/**/${word}-*.ts*`)
  for (const place of `${named}${files}`.split('\n').filter(Boolean)) problems.push(`${place}: say ${trade}`)
}
for (const problem of problems) console.error(problem)
console.log(`${words.length} words of our own`)
process.exit(problems.length === 0 ? 0 : 1)
