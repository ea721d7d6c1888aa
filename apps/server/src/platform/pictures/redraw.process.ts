/**
 * A process of its own that draws pictures anew: what strangers send is decoded away from everything else, and whatever
 * it makes of
 * this process, the api lives on.
 */
import { setFlagsFromString } from 'node:v8'
import { answerQuestions } from './lone-process.ts'
import { keepLittle } from './open-picture.ts'
import { redraw } from './redraw.ts'

/**
 * Above what the process weighs before its first picture. Headers are checked first; this is for what lies about
 * itself.
 */
const MORE_MEMORY = 200 * 1024 * 1024
const LOOK_EVERY_MS = 10
/**
 * What it may still hold afterwards: with more (what a decoder freed is not always given back) a large picture would
 * not fit next.
 */
const KEPT_MEMORY = 20 * 1024 * 1024
/**
 * Pages of 64 KB: what a HEIC of the most pixels needs. The decoder runs on the main thread, where nobody could look.
 */
const HEIC_PAGES = 2000

setFlagsFromString(`--wasm-max-mem-pages=${HEIC_PAGES}`)
keepLittle()
const before = process.memoryUsage.rss()
const more = () => process.memoryUsage.rss() - before
setInterval(() => {
  if (more() > MORE_MEMORY) process.exit(1)
}, LOOK_EVERY_MS).unref()

answerQuestions(redraw, () => more() > KEPT_MEMORY)
