/**
 * Keeps our own words few: GLOSSARY.md has at most 60, each is used by the code, and none stands for a trade word.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const MOST_WORDS = 60
const CODE = ['apps/*.ts', 'apps/*.tsx', 'packages/*.ts', ':!*.test.ts*', ':!*locales*']
/** How no file of ours and nothing that is declared may begin, and the trade's word for it. */
const TRADE_WORDS: Record<string, string> = {
  tell: 'notify, publish, sync or report',
  told: 'notified, published, sent or reported',
  hear: 'handle',
  heard: 'handled or read',
  wake: 'enqueue or resume',
  wish: 'request, desired state or pending action',
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
  const either = `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`
  const declared = `\\b(function|const|let|class|interface|type) [[{]? ?${either}(s|ed)?([A-Z_][A-Za-z_]*)?\\b`
  const named = git('grep', '-nE', declared, '--', ...CODE)
  const files = git('ls-files', `:(glob)apps/**/${word}-*.ts*`, `:(glob)packages/**/${word}-*.ts*`)
  for (const place of `${named}${files}`.split('\n').filter(Boolean)) problems.push(`${place}: say ${trade}`)
}
for (const problem of problems) console.error(problem)
console.log(`${words.length} words of our own`)
process.exit(problems.length === 0 ? 0 : 1)
