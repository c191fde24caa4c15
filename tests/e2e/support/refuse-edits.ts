import type { BrowserContext } from '@playwright/test'
import { batchPath, type BatchResponseEntry, batchResponseSchema, batchSchema } from '#contract/sync/sync.ts'

/**
 * Refuses edits of cases with `message`, sent alone or in a batch; `of`: only of this record. The
 * rest of a batch passes. Lasts until `context.unrouteAll()`.
 */
export async function refuseEdits(
  context: BrowserContext,
  { message, of = '' }: { message: string; of?: string },
): Promise<void> {
  const body = { code: 'refused', message }
  const isRefused = (method: string, bodyText: string) => method === 'PUT' && bodyText.includes(of)
  await context.route('**/api/mysql/realestate/list/**', (route) => {
    const request = route.request()
    const isHit = isRefused(request.method(), request.postData() ?? '')
    return isHit ? route.fulfill({ status: 422, json: body }) : route.fallback()
  })
  await context.route(`**${batchPath}`, async (route) => {
    const batch = batchSchema.parse(route.request().postDataJSON())
    const acceptedEntries = batch.entries.filter((entry) => !isRefused(entry.method, JSON.stringify(entry.body)))
    const passed = new Map<string, BatchResponseEntry>()
    if (acceptedEntries.length > 0) {
      const response = await route.fetch({ postData: { ...batch, entries: acceptedEntries } })
      for (const entryResponse of batchResponseSchema.parse(await response.json()).answers)
        passed.set(entryResponse.op_id, entryResponse)
    }
    const responses = batch.entries.map(
      ({ op_id: opId }) => passed.get(opId) ?? { op_id: opId, status: 422, headers: {}, body },
    )
    await route.fulfill({ json: { v: batch.v, answers: responses } })
  })
}
