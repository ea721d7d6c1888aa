/** Who may call. The operator's level and turnover give it more calls and points than a seller who just signed up. */
export interface CjAccount {
  id: string
  api_key: string
  name: string
  per_second: number
  points_per_day: number
}

export const ACCOUNTS: readonly CjAccount[] = [
  {
    id: '1000001',
    api_key: 'CJ1000001@api@00000000000000000000000000000001',
    name: 'Omni operator',
    per_second: 6,
    points_per_day: 500_000,
  },
  {
    id: '2000001',
    api_key: 'CJ2000001@api@00000000000000000000000000000002',
    name: 'Northwind',
    per_second: 1,
    points_per_day: 50_000,
  },
  {
    id: '2000002',
    api_key: 'CJ2000002@api@00000000000000000000000000000003',
    name: 'Fjord Goods',
    per_second: 1,
    points_per_day: 50_000,
  },
]

export const accountById = (id: string): CjAccount | undefined => ACCOUNTS.find((account) => account.id === id)

/** What a call takes from the day's points; the others are free. */
export const POINTS: Readonly<Record<string, number>> = {
  'product/list': 50,
  'product/listV2': 50,
  'product/query': 10,
  'variant/query': 10,
  'variant/queryByVid': 10,
  'stock/queryByVid': 10,
  'stock/getInventoryByPid': 10,
  'logistic/freightCalculate': 10,
}
