import { useEffect, useState } from 'react'
import {
  checkedDocumentsSchema,
  checkOfficialDocumentPath,
  type CheckedDocuments,
} from '#contract/addresses/official-documents.ts'
import type { OfficialDocument } from '#contract/addresses/address-actions.ts'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'

export type DocumentCheck = 'asking' | 'offline' | CheckedDocuments | { readonly failure: string }

interface AskedDocument {
  readonly addressIds: readonly string[]
  readonly document: OfficialDocument
  readonly details: Readonly<Record<string, string>>
}

/** Debounce, in ms. */
const restMs = 600

/**
 * Asks the server which boxes of the documents would stay empty, because only the server has the
 * full numbers. Repeated when the input changes or the connection returns.
 */
export function useDocumentCheck({ addressIds, document, details }: AskedDocument): DocumentCheck {
  const api = useApi()
  const isOffline = useSyncStatus().connection === 'offline'
  const requestKey = JSON.stringify({ address_ids: addressIds, document_type: document, details })
  const [loaded, setLoaded] = useState<{ requestKey: string; check: DocumentCheck } | null>(null)
  useEffect(() => {
    if (isOffline) return undefined
    const abort = new AbortController()
    const rest = setTimeout(() => {
      const call = api.post(checkOfficialDocumentPath, {
        body: requestKey,
        headers: { 'content-type': 'application/json' },
        signal: abort.signal,
        timeout: 60_000,
      })
      void answerOf(call.json()).then((answer) => {
        if (abort.signal.aborted) return
        const check = answer.ok ? checkedDocumentsSchema.parse(answer.value) : { failure: answer.problem.message }
        setLoaded({ requestKey, check })
      })
    }, restMs)
    return () => {
      clearTimeout(rest)
      abort.abort()
    }
  }, [api, requestKey, isOffline])
  if (isOffline) return 'offline'
  return loaded?.requestKey === requestKey ? loaded.check : 'asking'
}
