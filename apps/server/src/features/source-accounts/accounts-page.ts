/** Where a seller sees the accounts and connects them. */
export const ACCOUNTS_PAGE = '/app/setting/source-account'
