import { depositBulkUpdatedSchema, depositBulkUpdateSchema } from '#contract/deposit-cases.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import { Refusal } from '../plugins/refusal.ts'
import { send, writeHeadersSchema } from '../books/write-routes.ts'
import { depositCaseCollection } from './collections.ts'
import { requireDepositAccess } from './policy.ts'

/**
 * `PUT /api/mysql/deposition/bulk_update/` (spec 2 §5 "Bulk update", decision 13): the ticked fields of all selected cases as one act, in one transaction; with
 * an Idempotency-Key it happens once however often it is sent.
 */
export function registerBulkUpdate(app: App, deps: Deps, writes: WritePipeline): void {
  app.route({
    method: 'PUT',
    url: '/api/mysql/deposition/bulk_update/',
    schema: {
      tags: [depositCaseCollection.description.label],
      headers: writeHeadersSchema,
      body: depositBulkUpdateSchema,
      response: { 200: depositBulkUpdatedSchema, '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request) => void requireDepositAccess(request)],
    handler: async (request, reply) => {
      const { id, name } = requireDepositAccess(request)
      const { selectedItems, data } = request.body
      if (Object.keys(data).length === 0)
        throw new Refusal(problem('invalid_request', { fields: { data: nothingTicked } }))
      const opId = request.headers['idempotency-key']
      const answer = await writes.updateMany(depositCaseCollection, {
        writer: { userId: id, userName: name, address: request.ip },
        ids: selectedItems,
        changes: data,
        actId: opId ?? deps.newId(),
        ...(opId !== undefined && { opId }),
      })
      return send(reply, answer)
    },
  })
}

const nothingTicked = '수정할 항목을 선택해 주세요.'
