import { DrawingFrame } from './drawing-frame.tsx'
import classes from './drawings.module.css'

/** Small drawings of our own for empty and failed states. Decoration: the sentence beside them says everything. */
const DRAWINGS = {
  box: (
    <>
      <path className={classes.soft} d="M30 34 60 22l30 12-30 12z" />
      <path className={classes.line} d="M30 34v36l30 14 30-14V34M60 46v38" />
      <path className={classes.accent} d="M30 34 20 46l30 12 10-12 10 12 30-12-10-12-30-12z" />
      <circle className={classes.dot} cx="60" cy="10" r="3" />
      <circle className={classes.spark} cx="78" cy="14" r="2" />
    </>
  ),
  bell: (
    <>
      <path className={classes.soft} d="M40 70c4-6 4-12 4-20a16 16 0 0 1 32 0c0 8 0 14 4 20z" />
      <path className={classes.line} d="M40 70c4-6 4-12 4-20a16 16 0 0 1 32 0c0 8 0 14 4 20z" />
      <path className={classes.accent} d="M53 76a7 7 0 0 0 14 0M60 34v-6" />
      <circle className={classes.spark} cx="84" cy="34" r="2" />
      <circle className={classes.dot} cx="36" cy="30" r="3" />
    </>
  ),
  map: (
    <>
      <path className={classes.soft} d="M24 32 46 24l28 10 22-8v46l-22 8-28-10-22 8z" />
      <path className={classes.line} d="M24 32 46 24l28 10 22-8v46l-22 8-28-10-22 8zM46 24v46M74 34v46" />
      <path className={classes.accent} d="M60 60c-8-10-11-14-11-20a11 11 0 0 1 22 0c0 6-3 10-11 20z" />
      <circle className={classes.dot} cx="60" cy="40" r="3" />
    </>
  ),
  shield: (
    <>
      <path className={classes.soft} d="M60 18 88 28v20c0 18-12 28-28 34-16-6-28-16-28-34V28z" />
      <path className={classes.line} d="M60 18 88 28v20c0 18-12 28-28 34-16-6-28-16-28-34V28z" />
      <path className={classes.accent} d="m48 50 8 8 16-16" />
    </>
  ),
  chat: (
    <>
      <path className={classes.soft} d="M24 28h50v30H44L32 68V58h-8z" />
      <path className={classes.line} d="M24 28h50v30H44L32 68V58h-8zM34 40h30M34 48h20" />
      <path className={classes.accent} d="M82 44h16v26h-6v8l-9-8H58v-6" />
      <circle className={classes.spark} cx="92" cy="32" r="2" />
    </>
  ),
} as const

export type DrawingName = keyof typeof DRAWINGS

export function Drawing({ name }: { name: DrawingName }) {
  return <DrawingFrame>{DRAWINGS[name]}</DrawingFrame>
}
