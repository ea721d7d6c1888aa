import { deleteProducts } from '../product-center/delete-products.ts'

export const deleteImported = deleteProducts
