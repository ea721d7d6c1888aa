// The first script of `npm test`; see start.mjs.
import { enter } from './enter.mjs'

enter('scripts/run-tests.ts')
