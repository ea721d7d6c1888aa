/** Ways to split a product. Apart from the rule itself: contracts name these. */

/** §3. `split_all` cuts the whole product; `split_excess` leaves it `threshold` variants and cuts the rest. */
export const SPLIT_LOGICS = ['split_all', 'split_excess'] as const
export type SplitLogic = (typeof SPLIT_LOGICS)[number]

/** §3. What is held: how many variants a new product has, or how many products there are. */
export const SPLIT_HANDLES = ['max_variants', 'max_products'] as const
export type SplitHandle = (typeof SPLIT_HANDLES)[number]
