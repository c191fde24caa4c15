import { useEffect, useState } from 'react'
import { filterSchema, type Filter } from '#contract/query.ts'
import type { DepositCaseRecord } from '#contract/records/deposit-cases.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { gatherNews } from '#app/session/record-book/gather-news.ts'

export interface CaseRows {
  /** `loading`: not all of them are on this device yet. */
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly rows: readonly DepositCaseRecord[]
}

const none: CaseRows = { status: 'loading', rows: [] }

/** Every case that a filter finds, with the user's own unsent changes in it, for figures: read again whenever a pull or an edit has changed something. */
export function useCaseRows(copy: OfflineCopy, filters: readonly Filter[]): CaseRows {
  const [cases, setCases] = useState(none)
  const asked = JSON.stringify(filters)
  useEffect(() => followCases(copy, filterSchema.array().parse(JSON.parse(asked)), setCases), [copy, asked])
  return cases
}

function followCases(copy: OfflineCopy, filters: Filter[], tell: (cases: CaseRows) => void): () => void {
  const query = { filters, search: '', sort: [] }
  // Tells whether the whole collection is here, and that something came.
  const source = copy.openRows('deposit-cases', query)
  const reading = { turn: 0, lastSyncAt: copy.getStatus().lastSyncAt }
  async function read() {
    const { status, isComplete } = source.getState()
    reading.turn += 1
    const { turn } = reading
    const rows: DepositCaseRecord[] = []
    await copy.readAll('deposit-cases', query, (chunk) => void rows.push(...chunk.filter(isStanding).map(caseOf)))
    if (turn !== reading.turn) return
    if (status === 'never_fetched') tell({ status, rows })
    else tell({ status: isComplete ? 'ready' : 'loading', rows })
  }
  const news = gatherNews(() => void read())
  const stops = [
    source.subscribe(news.soon),
    copy.outbox.subscribe(news.soon),
    copy.subscribeStatus(() => {
      const { lastSyncAt } = copy.getStatus()
      if (lastSyncAt === reading.lastSyncAt) return
      reading.lastSyncAt = lastSyncAt
      news.soon()
    }),
  ]
  news.soon()
  return () => {
    reading.turn += 1
    news.cancel()
    for (const stop of stops) stop()
    source.close()
  }
}

function isStanding({ state }: SourceRow): boolean {
  return state !== 'deleted'
}

function caseOf({ record }: SourceRow): DepositCaseRecord {
  // The mirror holds what the contract's row schema let in, so the description's types hold here.
  return record as unknown as DepositCaseRecord
}
