import classes from './logo.module.css'

/** Our mark: a ring left open, as a loop that goods and money run through. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg className={classes.logo} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={classes.tile} width="32" height="32" rx="9" />
      <path className={classes.ring} d="M11.6 10.4a7 7 0 1 0 8.8 0" />
      <circle className={classes.bead} cx="16" cy="8.6" r="1.8" />
    </svg>
  )
}
