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

/** Typing rests so long before it is asked again. */
const restMs = 600

/** Which boxes of the documents would stay empty, asked of the server, which alone knows numbers in full; anew when what is asked for changes or the connection is back. */
export function useDocumentCheck({ addressIds, document, details }: AskedDocument): DocumentCheck {
  const api = useApi()
  const isOffline = useSyncStatus().connection === 'offline'
  const asked = JSON.stringify({ address_ids: addressIds, document_type: document, details })
  const [known, setKnown] = useState<{ asked: string; check: DocumentCheck } | null>(null)
  useEffect(() => {
    if (isOffline) return undefined
    const abort = new AbortController()
    const rest = setTimeout(() => {
      const call = api.post(checkOfficialDocumentPath, {
        body: asked,
        headers: { 'content-type': 'application/json' },
        signal: abort.signal,
        timeout: 60_000,
      })
      void answerOf(call.json()).then((answer) => {
        if (abort.signal.aborted) return
        const check = answer.ok ? checkedDocumentsSchema.parse(answer.value) : { failure: answer.problem.message }
        setKnown({ asked, check })
      })
    }, restMs)
    return () => {
      clearTimeout(rest)
      abort.abort()
    }
  }, [api, asked, isOffline])
  if (isOffline) return 'offline'
  return known?.asked === asked ? known.check : 'asking'
}
