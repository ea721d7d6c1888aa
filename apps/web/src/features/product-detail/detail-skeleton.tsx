import { Skeleton } from '@mantine/core'
import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import classes from './detail.module.css'

/** What the card knew already, at its place; the rest as outlines. */
export function DetailSkeleton({ card, heading: Heading }: { card: ProductCard | undefined; heading: 'h1' | 'h2' }) {
  return (
    <div className={classes.body} aria-busy="true">
      <div className={classes.columns}>
        <div className={classes.start}>
          {card ? <LazyImage src={card.image} alt={card.name} /> : <Skeleton className={classes.square ?? ''} />}
        </div>
        <div className={classes.main}>
          {card ? (
            <Heading className={classes.title} dir="auto">
              {card.name}
            </Heading>
          ) : (
            <Skeleton height={28} width="70%" />
          )}
          <Skeleton height={16} width="50%" />
          <Skeleton height={34} width="80%" />
          <Skeleton height={118} radius="lg" />
          <Skeleton height={180} radius="lg" />
        </div>
      </div>
    </div>
  )
}
