// The first script of `npm test` and `npm run prove`; see start.mjs.
import { enter } from './enter.mjs'

enter('scripts/run-tests.ts')
