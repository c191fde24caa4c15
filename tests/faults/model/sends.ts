import { batchPath, batchSchema, syncHeaders } from '#contract/sync/sync.ts'

/** A write that left a device, alone or in a batch. */
export interface SendAttempt {
  readonly outboxName: string
  readonly userId: string
  readonly opId: string
  readonly recordId: string
  readonly text: string
}

/**
 * The writes in a request; empty for a read. An edit looks the same whether sent alone or in a
 * batch.
 */
export function readSends(
  url: string,
  init: RequestInit,
  who: Pick<SendAttempt, 'outboxName' | 'userId'>,
): SendAttempt[] {
  const text = typeof init.body === 'string' ? init.body : ''
  if (url.endsWith(batchPath)) {
    return batchSchema.parse(JSON.parse(text)).entries.map((entry) => {
      const ifMatch = entry.base_version === null ? '-' : `"${entry.base_version}"`
      const sentEntry = { opId: entry.op_id, method: entry.method, ifMatch, text: JSON.stringify(entry.body) }
      return { ...who, ...toSend(sentEntry) }
    })
  }
  const headers = new Headers(init.headers)
  const opId = headers.get(syncHeaders.opId)
  if (opId === null) return []
  const ifMatch = headers.get(syncHeaders.baseVersion) ?? '-'
  return [{ ...who, ...toSend({ opId, method: init.method ?? 'GET', ifMatch, text }) }]
}

function toSend({ opId, method, ifMatch, text }: { opId: string; method: string; ifMatch: string; text: string }) {
  const recordId = String((JSON.parse(text) as { id: unknown }).id)
  return { opId, recordId, text: `${method} ${ifMatch} ${text}` }
}
