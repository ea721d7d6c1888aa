/** Who may call, and at which level: sales level 0 and 1 (Free) to 5, with what CJ's page gives each. */
export interface CjAccount {
  id: string
  api_key: string
  name: string
  level: 0 | 1 | 2 | 3 | 4 | 5
  /** 50,000 as the base, and 100 for every dollar of the best of the last three months. */
  points_per_day: number
  /** Declares import tax of the EU for its buyer. */
  ioss_service?: true
}

const BASE_POINTS = 50_000

export const ACCOUNTS: readonly CjAccount[] = [
  {
    id: '1000001',
    api_key: 'CJ1000001@api@00000000000000000000000000000001',
    name: 'Omni operator',
    level: 5,
    points_per_day: BASE_POINTS + 100 * 4500,
    ioss_service: true,
  },
  {
    id: '2000001',
    api_key: 'CJ2000001@api@00000000000000000000000000000002',
    name: 'Northwind',
    level: 1,
    points_per_day: BASE_POINTS,
    ioss_service: true,
  },
  {
    id: '2000002',
    api_key: 'CJ2000002@api@00000000000000000000000000000003',
    name: 'Fjord Goods',
    level: 1,
    points_per_day: BASE_POINTS,
  },
  {
    id: '2000003',
    api_key: 'CJ2000003@api@00000000000000000000000000000004',
    name: 'Harbour Trading',
    level: 5,
    points_per_day: BASE_POINTS + 100 * 4500,
    ioss_service: true,
  },
]

/** Calls a second by level. */
const PER_SECOND = [1, 1, 2, 4, 6, 6] as const
export const perSecond = ({ level }: CjAccount): number => PER_SECOND[level]

export const accountById = (id: string): CjAccount | undefined => ACCOUNTS.find((account) => account.id === id)
