// The first script of `npm start`: plain JavaScript, because the machine may have nothing newer than Node 20 and
// nothing installed.
import { enter } from './enter.mjs'

enter('scripts/run-omni.ts')
