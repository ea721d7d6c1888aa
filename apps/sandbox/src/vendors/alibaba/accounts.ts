export const APP_KEY = '500200'
export const APP_SECRET = 'sandbox-alibaba-secret'

export interface BuyerAccount {
  user_id: string
  account_id: string
  nick: string
  email: string
}

/** Buyers' accounts; the first one is the operator's own. */
export const ACCOUNTS: readonly BuyerAccount[] = [
  { user_id: '200000001', account_id: '7000001', nick: 'omni_operator', email: 'operator@omni.test' },
  { user_id: '200000002', account_id: '7000002', nick: 'northwind_trade', email: 'maya@northwind.test' },
  { user_id: '200000003', account_id: '7000003', nick: 'fjordgoods_trade', email: 'jonas@fjordgoods.test' },
]
export const OPERATOR = ACCOUNTS[0] as BuyerAccount // the list above is not empty
export const accountById = (id: string): BuyerAccount | undefined => ACCOUNTS.find(({ user_id }) => user_id === id)

/** Never ends and survives every reset: what an installation is set up with. */
export const OPERATOR_REFRESH = 'sandbox-alibaba-operator-refresh'
