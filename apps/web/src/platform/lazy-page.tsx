import { type FunctionComponent, use } from 'react'

export type LazyPage = FunctionComponent & { preload: () => Promise<void> }

/**
 * A page that is downloaded when it is first needed, with what else it needs before it can be drawn (`more`). The
 * router's own lazyRouteComponent calls `use` only while loading, which
 * React reports as an error; here it is called at every render, on one promise that knows when it is done.
 */
export function lazyPage<N extends string>(
  load: () => Promise<Record<N, FunctionComponent>>,
  name: N,
  more?: () => Promise<void>,
): LazyPage {
  let loading: Promise<FunctionComponent> | undefined
  const download = () => {
    if (loading) return loading
    const promise = Promise.all([load(), more?.()]).then(([module]) => {
      // React reads these two: a page that is there already renders at once instead of suspending for a moment.
      Object.assign(promise, { status: 'fulfilled', value: module[name] })
      return module[name]
    })
    loading = promise
    // A download that failed is tried again at the next attempt.
    promise.catch(() => {
      loading = undefined
    })
    return promise
  }
  const Lazy = () => {
    const Page: FunctionComponent = use(download())
    return <Page />
  }
  return Object.assign(Lazy, {
    preload: async () => {
      await download()
    },
  })
}
