/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a progress element cannot be drawn alike in all browsers */
import classes from './usage-bar.module.css'

interface UsageBarProps {
  label: string
  /** '12 of 50' or 'Unlimited', written by the caller. */
  value: string
  /** 0 to 100; already capped. */
  percent: number
  critical: boolean
}

/** One quota: label, figures and a bar that turns red when nothing is left. */
export function UsageBar({ label, value, percent, critical }: UsageBarProps) {
  return (
    <div className={classes.usage}>
      <div className={classes.words}>
        <span>{label}</span>
        <bdi className={classes.value} data-critical={critical || undefined}>
          {value}
        </bdi>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={classes.fill} data-critical={critical || undefined} style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  )
}

/** The same as a ring of 18 px for buttons; decoration, the button carries the words. */
export function UsageRing({ percent, critical, size = 18 }: { percent: number; critical: boolean; size?: number }) {
  const around = 2 * Math.PI * 7
  return (
    <svg className={classes.ring} width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
      <circle className={classes.ringTrack} cx="9" cy="9" r="7" />
      {/* Round ends would draw a dot for nothing. */}
      {percent > 0 ? (
        <circle
          className={classes.ringFill}
          data-critical={critical || undefined}
          cx="9"
          cy="9"
          r="7"
          strokeDasharray={`${(around * percent) / 100} ${around}`}
        />
      ) : null}
    </svg>
  )
}
