import { depositBulkUpdateSchema } from '#contract/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerBulkUpdateRoute } from '../books/bulk-update-route.ts'
import { Refusal } from '../plugins/refusal.ts'
import { depositCaseCollection } from './collections.ts'
import { requireDepositAccess } from './policy.ts'

/** `PUT /api/mysql/deposition/bulk_update/` (spec 2 §5 "Bulk update", decision 13): the ticked fields of all selected cases. */
export function registerBulkUpdate(app: App, deps: Deps, writes: WritePipeline): void {
  registerBulkUpdateRoute(
    app,
    { deps, writes },
    {
      url: '/api/mysql/deposition/bulk_update/',
      collection: depositCaseCollection,
      policy: requireDepositAccess,
      body: depositBulkUpdateSchema,
      read({ selectedItems, data }) {
        if (Object.keys(data).length === 0)
          throw new Refusal(problem('invalid_request', { fields: { data: nothingTicked } }))
        return { ids: selectedItems, changes: data }
      },
    },
  )
}

const nothingTicked = '수정할 항목을 선택해 주세요.'
