import { listImported } from './list-imported.ts'

export const listImportedCenter = listImported
