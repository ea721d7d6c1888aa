import { tenantWalls } from './testing/tenant-walls.ts'
import { testServer } from './testing/test-server.ts'

await tenantWalls(await testServer())
