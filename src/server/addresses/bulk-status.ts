import { addressStatusPath, addressStatusSchema } from '#contract/addresses/address-actions.ts'
import { registerBulkUpdateRoute } from '../books/bulk-update-route.ts'
import { writableCollection } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { requireStaff } from '../plugins/bearer.ts'

/** `PUT` of the status of many addresses, for plain clients; screens send edits instead. */
export function addressStatusRoutes(app: App, deps: Deps & Pick<ServerDeps, 'writes'>): void {
  const { writes } = deps
  registerBulkUpdateRoute(
    app,
    { deps, writes },
    {
      url: addressStatusPath,
      collection: writableCollection('addresses'),
      policy: requireStaff,
      body: addressStatusSchema,
      read: ({ address_ids, status }) => ({ ids: [...new Set(address_ids)], changes: { status } }),
    },
  )
}
