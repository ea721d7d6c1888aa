import type { Paragraph } from './articles.ts'
import classes from './help.module.css'

/** A paragraph in which the names of the screen stand out. */
export function Named({ paragraph }: { paragraph: Paragraph }) {
  return paragraph.map((part, at) =>
    at % 2 === 1 ? (
      <b key={at} className={classes.name}>
        {part}
      </b>
    ) : (
      part
    ),
  )
}
