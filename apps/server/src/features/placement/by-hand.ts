/** No account of ours bought it, so nobody can be asked about it: how such an account's key begins. */
export const BY_HAND = 'by hand'
