import { useQuery } from '@tanstack/react-query'
import type { KyResponse } from 'ky'
import { useState } from 'react'
import {
  letterListSchema,
  letterPath,
  letterPreviewPath,
  savedLetterSchema,
  type ListedLetter,
  type OfficialLetter,
  type SavedLetter,
} from '#contract/deposit-cases/deposit-cases.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { LetterDraft } from './letter-draft.ts'

export interface Letters {
  /** Newest first; null while loading. */
  readonly saved: readonly ListedLetter[] | null
  /** Korean reason why they could not be read. */
  readonly failure: string | null
  readonly isSaving: boolean
  reload(): void
  /** Null if refused; a toast shows the result either way. */
  save(draft: LetterDraft): Promise<SavedLetter | null>
  /** The A4 document; null if it could not be fetched, which is shown to the user. */
  readPdf(letter: SavedLetter): Promise<Blob | null>
  /** The same for an unsaved letter, rendered by the server. */
  readPreview(draft: LetterDraft): Promise<Blob | null>
}

/**
 * Letters of a case, or the actions for one about several cases. Stored only on the server, which
 * assigns their numbers.
 */
export function useLetters(caseIds: readonly string[]): Letters {
  const api = useApi()
  const toast = useToast()
  const readPaper = useReadPaper()
  const [isSaving, setSaving] = useState(false)
  const [caseId = ''] = caseIds
  const { data, refetch } = useQuery({
    queryKey: ['deposit-cases', 'letters', caseId],
    queryFn: async ({ signal }) => {
      const answer = await answerOf(api.get(letterPath, { searchParams: { deposition: caseId }, signal }).json())
      if (!answer.ok) return { saved: [], failure: answer.problem.message }
      return { saved: letterListSchema.parse(answer.value).results, failure: null }
    },
    staleTime: 0,
    enabled: caseIds.length === 1,
  })

  async function save(draft: LetterDraft) {
    setSaving(true)
    const answer = await answerOf(api.post(letterPath, { json: sentOf(draft, caseIds) }).json())
    setSaving(false)
    if (!answer.ok) {
      toast.error('공문 저장 실패', { description: answer.problem.message })
      return null
    }
    toast.success('공문이 저장되었습니다.', bookToast)
    if (caseIds.length === 1) void refetch()
    return savedLetterSchema.parse(answer.value)
  }

  return {
    saved: data?.saved ?? null,
    failure: data?.failure ?? null,
    isSaving,
    reload: () => void refetch(),
    save,
    readPdf: async ({ pdf_url: url }) => await readPaper(() => api.get(url, { timeout: 60_000 })),
    readPreview: async (draft) =>
      await readPaper(() => api.post(letterPreviewPath, { json: sentOf(draft, caseIds), timeout: 60_000 })),
  }
}

/** A correction is about the cases of the corrected letter. */
function sentOf({ id, title, content, corrects }: LetterDraft, caseIds: readonly string[]): OfficialLetter {
  const corrected = corrects && [corrects.deposition, ...corrects.more_cases.map(({ deposition }) => deposition)]
  const [deposition, ...more] = (corrected ?? caseIds).filter((one) => one !== null)
  return {
    id,
    title: title.trim(),
    content: content.trim(),
    deposition: deposition ?? '',
    ...(more.length > 0 && { more_cases: more }),
    ...(corrects && { corrects: corrects.id }),
  }
}

/** Reads a PDF and warns if the font lacks some characters. */
function useReadPaper() {
  const toast = useToast()
  return async (request: () => Promise<KyResponse>): Promise<Blob | null> => {
    const answer = await answerOf(blobOf(request))
    if (!answer.ok) {
      toast.error('공문을 열지 못했습니다.', { description: answer.problem.message })
      return null
    }
    const { blob, missing } = answer.value
    if (missing !== null)
      toast.warning('인쇄할 수 없는 글자가 있습니다.', { description: `〓로 인쇄되는 글자: ${missing}` })
    return new Blob([blob], { type: 'application/pdf' })
  }
}

async function blobOf(request: () => Promise<KyResponse>): Promise<{ blob: Blob; missing: string | null }> {
  const response = await request()
  return { blob: await response.blob(), missing: response.headers.get('missing-glyphs') }
}
