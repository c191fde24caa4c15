import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import {
  type CheckedDocuments,
  checkedDocumentsSchema,
  checkOfficialDocumentPath,
  type OfficialDocument,
} from '#contract/addresses/address-tasks.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { SurveySource } from '#domain/compensation/survey-rows.ts'
import { summarizeSurvey, type SurveyOverview, type SurveyTotal } from '#domain/compensation/survey-sheet.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { formatTotalAmount } from '../compensation-amounts.ts'

/** Shows which boxes of the 공문서 would stay empty, before they are made. */
export function DocumentCheck(props: Parameters<typeof useDocumentCheck>[0]) {
  const check = useDocumentCheck(props)
  if (check === 'asking') return <CheckLine>빈칸으로 남을 항목이 있는지 확인하고 있습니다...</CheckLine>
  if (check === 'offline') return <CheckLine>빈칸으로 남을 항목은 연결되면 확인합니다.</CheckLine>
  if ('failure' in check) return <CheckLine isFailure>{check.failure}</CheckLine>
  const incomplete = check.addresses.map(({ address_id, jibun, missing }) => ({
    id: address_id,
    name: jibun,
    // Most messages already begin with the box's name.
    messages: missing.map(({ box, words }) => (words.startsWith(box) ? words : `${box} · ${words}`)),
  }))
  return (
    <Incomplete
      incomplete={incomplete}
      count={check.incomplete}
      isCommonToAll={check.total > 1 && incomplete.length === check.total}
      hint="그대로 만들면 비어 있는 항목은 빈칸으로 인쇄됩니다."
      complete="모든 항목이 채워졌습니다."
    />
  )
}

/**
 * Shows the totals of 토지조서 or 보상금 and what is missing, before they are made. Computed from the
 * offline copy, so it works without a network.
 */
export function SurveyCheck({ addressIds }: { addressIds: readonly string[] }) {
  const check = useSurveyCheck(addressIds)
  if (check === null) return <CheckLine>토지와 건물을 확인하고 있습니다...</CheckLine>
  const { total, incomplete, absent } = check
  return (
    <>
      <p className="tabular font-semibold">{describeSurvey(total)}</p>
      {absent > 0 ? <CheckLine>이 기기에 없는 주소 {formatNumber(absent)}건은 확인하지 못했습니다.</CheckLine> : null}
      <Incomplete
        incomplete={incomplete}
        count={incomplete.length}
        hint="그대로 만들면 비어 있는 항목은 빈칸으로 남습니다."
        complete="빠진 항목이 없습니다."
      />
    </>
  )
}

function describeSurvey({ lands, buildings, amount, withoutAmount }: SurveyTotal): string {
  const counts = [`토지 ${formatNumber(lands)}필지`, ...(buildings > 0 ? [`건물 ${formatNumber(buildings)}동`] : [])]
  return [...counts, formatTotalAmount({ amount, missingCount: withoutAmount })].join(' · ')
}

function CheckLine({ isFailure = false, children }: { isFailure?: boolean; children: ReactNode }) {
  return (
    <p role={isFailure ? 'alert' : 'status'} className={isFailure ? 'text-danger' : 'text-ink-2'}>
      {children}
    </p>
  )
}

interface IncompleteProps {
  incomplete: readonly { readonly id: string; readonly name: string; readonly messages: readonly string[] }[]
  /** Total number; only the first `maxNamed` are listed. */
  count: number
  /** What is missing in all of them is shown once, first. */
  isCommonToAll?: boolean
  hint: string
  complete: string
}

const maxNamed = 100

function Incomplete({ incomplete, count, isCommonToAll = false, hint, complete }: IncompleteProps) {
  if (count === 0)
    return (
      <p role="status" className="flex items-center gap-2 text-good">
        <CircleCheck size={16} strokeWidth={1.5} aria-hidden />
        {complete}
      </p>
    )
  const common = isCommonToAll ? findCommonTexts(incomplete) : []
  const specific = incomplete
    .map((entry) => ({ ...entry, messages: entry.messages.filter((message) => !common.includes(message)) }))
    .filter(({ messages }) => messages.length > 0)
  const named = specific.slice(0, maxNamed)
  const more = count - incomplete.length + specific.length - named.length
  return (
    <section aria-label="확인할 항목">
      <h3 className="font-semibold">확인할 항목이 있는 주소 {formatNumber(count)}건</h3>
      <p className="mb-1 text-label text-ink-2">{hint}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <ul tabIndex={0} aria-label="확인할 주소" className="max-h-[30dvh] overflow-y-auto border-y">
        {common.length === 0 ? null : (
          <Entry messages={common}>
            <span className="font-semibold">모든 주소</span>
          </Entry>
        )}
        {named.map(({ id, name, messages }) => (
          <Entry key={id} messages={messages}>
            <a
              href={`/popup/addresses/${id}`}
              target="_blank"
              rel="noopener"
              title="새 창에서 주소 열기"
              className="inline-flex min-h-7 items-center font-semibold text-primary underline coarse:min-h-11"
            >
              {name}
            </a>
          </Entry>
        ))}
        {more > 0 ? <li className="py-1.5 text-ink-2">외 {formatNumber(more)}건</li> : null}
      </ul>
    </section>
  )
}

function findCommonTexts([first, ...others]: IncompleteProps['incomplete']): readonly string[] {
  return (first?.messages ?? []).filter((message) => others.every((other) => other.messages.includes(message)))
}

function Entry({ messages, children }: { messages: readonly string[]; children: ReactNode }) {
  return (
    <li className="border-b py-1.5 last:border-b-0">
      {children}
      <ul className="list-disc pl-5 text-ink-2">
        {messages.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </li>
  )
}

type DocumentCheckState = 'asking' | 'offline' | CheckedDocuments | { readonly failure: string }

interface RequestedDocument {
  readonly addressIds: readonly string[]
  readonly document: OfficialDocument
  readonly details: Readonly<Record<string, string>>
}

const debounceMs = 600

/**
 * Fetches which boxes of the documents would stay empty from the server, because only the server
 * has the full numbers. Repeated when the input changes or the connection returns.
 */
function useDocumentCheck({ addressIds, document, details }: RequestedDocument): DocumentCheckState {
  const api = useApi()
  const isOffline = useSyncStatus().connection === 'offline'
  const requestKey = JSON.stringify({ address_ids: addressIds, document_type: document, details })
  const [loaded, setLoaded] = useState<{ requestKey: string; check: DocumentCheckState } | null>(null)
  useEffect(() => {
    if (isOffline) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const call = api.post(checkOfficialDocumentPath, {
        body: requestKey,
        headers: { 'content-type': 'application/json' },
        signal: controller.signal,
        timeout: 60_000,
      })
      void toResult(call.json()).then((result) => {
        if (controller.signal.aborted) return
        const check = result.ok ? checkedDocumentsSchema.parse(result.value) : { failure: result.problem.message }
        setLoaded({ requestKey, check })
      })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, requestKey, isOffline])
  if (isOffline) return 'offline'
  return loaded?.requestKey === requestKey ? loaded.check : 'asking'
}

/** `absent`: number of addresses missing on this device. */
type SurveyCheckState = SurveyOverview & { readonly absent: number }

/**
 * Totals and gaps of 토지조서 and 보상금 for these addresses, computed on the device; null while reading.
 * `addressIds` must keep its identity between renders.
 */
function useSurveyCheck(addressIds: readonly string[]): SurveyCheckState | null {
  const copy = useOfflineCopy()
  const [check, setCheck] = useState<SurveyCheckState | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void readSources(copy, addressIds).then((sources) => {
      if (!isUnmounted) setCheck({ ...summarizeSurvey(sources), absent: addressIds.length - sources.length })
    })
    return () => {
      isUnmounted = true
    }
  }, [copy, addressIds])
  return check
}

async function readSources(copy: OfflineCopy, ids: readonly string[]): Promise<SurveySource[]> {
  const rows = await Promise.all(ids.map((id) => copy.getRow('addresses', id)))
  const [owners, lands, buildings] = await Promise.all([
    loadPartsByAddress<SurveySource['owners'][number]>(copy, 'address-owners', ids),
    loadPartsByAddress<SurveySource['lands'][number]>(copy, 'address-lands', ids),
    loadPartsByAddress<SurveySource['buildings'][number]>(copy, 'address-buildings', ids),
  ])
  return rows.flatMap((row) => {
    if (row === null || row.state === 'deleted') return []
    const { id } = row
    const parts = { owners: owners.get(id) ?? [], lands: lands.get(id) ?? [], buildings: buildings.get(id) ?? [] }
    return [{ address: row.record as unknown as SurveySource['address'], ...parts }]
  })
}

/** Parts by address id, in the order of each address. */
async function loadPartsByAddress<Part>(
  copy: OfflineCopy,
  collection: CollectionName,
  ids: readonly string[],
): Promise<ReadonlyMap<unknown, readonly Part[]>> {
  const byAddress = new Map<unknown, Part[]>()
  const query = {
    filters: [{ op: 'one_of' as const, field: 'address_id', values: [...ids] }],
    search: '',
    sort: [{ field: 'place', direction: 'asc' as const }],
  }
  await copy.readAll(collection, query, (rows) => {
    for (const { record, state } of rows) {
      if (state === 'deleted') continue
      const parts = byAddress.get(record['address_id']) ?? []
      byAddress.set(record['address_id'], parts)
      parts.push(record as unknown as Part)
    }
  })
  return byAddress
}
