export interface AeAccount {
  user_id: string
  seller_id: string
  nick: string
  email: string
  country: string
}

/** Buyers' accounts that can be connected through the consent page; the first one is the operator's own. */
export const ACCOUNTS: readonly AeAccount[] = [
  { user_id: '700000001', seller_id: '800000001', nick: 'omni_operator', email: 'operator@omni.test', country: 'US' },
  { user_id: '700000002', seller_id: '800000002', nick: 'northwind_buys', email: 'maya@northwind.test', country: 'US' },
  {
    user_id: '700000003',
    seller_id: '800000003',
    nick: 'fjordgoods_buys',
    email: 'jonas@fjordgoods.test',
    country: 'DE',
  },
  {
    user_id: '700000004',
    seller_id: '800000004',
    nick: 'atlasfinds_buys',
    email: 'leila@atlasfinds.test',
    country: 'FR',
  },
]
export const OPERATOR = ACCOUNTS[0] as AeAccount // the list above is not empty
export const accountById = (id: string): AeAccount | undefined => ACCOUNTS.find(({ user_id }) => user_id === id)

/** Never ends and survives every reset: what an installation is set up with. */
export const OPERATOR_REFRESH = 'sandbox-operator-refresh'
