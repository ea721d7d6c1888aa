import classes from './kbd.module.css'

/** A key as printed on the keyboard: left to right in every language. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className={classes.kbd} dir="ltr">
      {children}
    </kbd>
  )
}
