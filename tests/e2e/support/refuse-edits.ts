import type { BrowserContext } from '@playwright/test'
import { batchAnswerSchema, batchPath, batchSchema, type BatchAnswerEntry } from '#contract/sync/sync.ts'

/**
 * Refuses edits of cases with `message`, sent alone or in a batch; `of`: only of this record. The
 * rest of a batch passes. Lasts until `context.unrouteAll()`.
 */
export async function refuseEdits(
  context: BrowserContext,
  { message, of = '' }: { message: string; of?: string },
): Promise<void> {
  const body = { code: 'refused', message }
  const isRefused = (method: string, sent: string) => method === 'PUT' && sent.includes(of)
  await context.route('**/api/mysql/realestate/list/**', (route) => {
    const request = route.request()
    const isHit = isRefused(request.method(), request.postData() ?? '')
    return isHit ? route.fulfill({ status: 422, json: body }) : route.fallback()
  })
  await context.route(`**${batchPath}`, async (route) => {
    const batch = batchSchema.parse(route.request().postDataJSON())
    const rest = batch.entries.filter((entry) => !isRefused(entry.method, JSON.stringify(entry.body)))
    const passed = new Map<string, BatchAnswerEntry>()
    if (rest.length > 0) {
      const answer = await route.fetch({ postData: { ...batch, entries: rest } })
      for (const one of batchAnswerSchema.parse(await answer.json()).answers) passed.set(one.op_id, one)
    }
    const answers = batch.entries.map(
      ({ op_id: opId }) => passed.get(opId) ?? { op_id: opId, status: 422, headers: {}, body },
    )
    await route.fulfill({ json: { v: batch.v, answers } })
  })
}
