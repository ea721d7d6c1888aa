// The first script of `npm run dev`; see start.mjs.
import { enter } from './enter.mjs'

enter('scripts/run-omni.ts', '--dev')
