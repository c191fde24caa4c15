import { useQuery } from '@tanstack/react-query'
import type { KyResponse } from 'ky'
import { useState } from 'react'
import {
  letterListSchema,
  letterPath,
  letterPreviewPath,
  type ListedLetter,
  type OfficialLetter,
  type SavedLetter,
} from '#contract/deposit-cases.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { LetterDraft } from './letter-draft.ts'

export interface Letters {
  /** Newest first; null while they are on their way. */
  readonly saved: readonly ListedLetter[] | null
  /** Korean reason why they could not be read. */
  readonly failure: string | null
  readonly isSaving: boolean
  reload(): void
  /** Answers whether it was saved; said in a toast either way. */
  save(draft: LetterDraft): Promise<boolean>
  /** Opens the A4 document in a window of its own. */
  openPdf(letter: SavedLetter): Promise<void>
  /** The same of a letter that is not saved: the very paper, drawn by the server. */
  preview(draft: LetterDraft): Promise<void>
}

/** The letters of a case. They live on the server alone: their numbers are counted there. */
export function useLetters(caseId: string): Letters {
  const api = useApi()
  const toast = useToast()
  const openPaper = useOpenPaper()
  const [isSaving, setSaving] = useState(false)
  const { data, refetch } = useQuery({
    queryKey: ['deposit-cases', 'letters', caseId],
    queryFn: async ({ signal }) => {
      const answer = await answerOf(api.get(letterPath, { searchParams: { deposition: caseId }, signal }).json())
      if (!answer.ok) return { saved: [], failure: answer.problem.message }
      return { saved: letterListSchema.parse(answer.value).results, failure: null }
    },
    staleTime: 0,
  })

  async function save(draft: LetterDraft) {
    setSaving(true)
    const answer = await answerOf(api.post(letterPath, { json: sentOf(draft, caseId) }).json())
    setSaving(false)
    if (!answer.ok) {
      toast.error('공문 저장 실패', { description: answer.problem.message })
      return false
    }
    toast.success('공문이 저장되었습니다.', bookToast)
    void refetch()
    return true
  }

  return {
    saved: data?.saved ?? null,
    failure: data?.failure ?? null,
    isSaving,
    reload: () => void refetch(),
    save,
    openPdf: async ({ pdf_url: url }) => await openPaper(() => api.get(url, { timeout: 60_000 })),
    preview: async (draft) =>
      await openPaper(() => api.post(letterPreviewPath, { json: sentOf(draft, caseId), timeout: 60_000 })),
  }
}

function sentOf({ id, title, content, corrects }: LetterDraft, caseId: string): OfficialLetter {
  return {
    ...{ id, title: title.trim(), content: content.trim(), deposition: caseId },
    ...(corrects && { corrects: corrects.id }),
  }
}

/** Shows a PDF in a window of its own, and says when the face lacks some of its letters. */
function useOpenPaper() {
  const toast = useToast()
  return async (ask: () => Promise<KyResponse>): Promise<void> => {
    // No window before the answer: a second factor may be asked for over this one first.
    const answer = await answerOf(readPaper(ask))
    if (!answer.ok) return toast.error('공문을 열지 못했습니다.', { description: answer.problem.message })
    const { blob, missing } = answer.value
    const address = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
    const open = () => window.open(address, '_blank')
    // A browser opens a window for a press alone, and for some seconds after it.
    if (!open())
      toast.warning('공문이 준비되었습니다.', { ...bookToast, action: { label: '열기', onSelect: () => void open() } })
    if (missing !== null) {
      toast.warning('인쇄할 수 없는 글자가 있습니다.', { description: `〓로 인쇄되는 글자: ${missing}` })
    }
  }
}

async function readPaper(ask: () => Promise<KyResponse>): Promise<{ blob: Blob; missing: string | null }> {
  const response = await ask()
  return { blob: await response.blob(), missing: response.headers.get('missing-glyphs') }
}
