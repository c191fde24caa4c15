import { addressStatusPath, addressStatusSchema } from '#contract/addresses/address-actions.ts'
import { registerBulkUpdateRoute } from '../books/bulk-update-route.ts'
import { writableCollection, type WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { requireAddressAccess } from './policy.ts'

/** `PUT` of the status of many addresses, for plain clients; screens send edits instead. */
export function registerAddressStatus(app: App, deps: Deps, writes: WritePipeline): void {
  registerBulkUpdateRoute(
    app,
    { deps, writes },
    {
      url: addressStatusPath,
      collection: writableCollection('addresses'),
      policy: requireAddressAccess,
      body: addressStatusSchema,
      read: ({ address_ids, status }) => ({ ids: [...new Set(address_ids)], changes: { status } }),
    },
  )
}
