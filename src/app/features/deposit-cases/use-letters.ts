import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { letterListSchema, type OfficialLetter, type SavedLetter } from '#contract/deposit-cases.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { LetterDraft } from './letter-draft.ts'

const path = '/api/mysql/deposition/report/'

export interface Letters {
  /** Newest first; null while they are on their way. */
  readonly saved: readonly SavedLetter[] | null
  /** Korean reason why they could not be read. */
  readonly failure: string | null
  readonly isSaving: boolean
  reload(): void
  /** Answers whether it was saved; said in a toast either way. */
  save(draft: LetterDraft): Promise<boolean>
  /** Opens the A4 document in a window of its own. */
  openPdf(letter: SavedLetter): Promise<void>
}

/** The letters of a case. They live on the server alone: their numbers are counted there. */
export function useLetters(caseId: string): Letters {
  const api = useApi()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const { data, refetch } = useQuery({
    queryKey: ['deposit-cases', 'letters', caseId],
    queryFn: async ({ signal }) => {
      const answer = await answerOf(api.get(path, { searchParams: { deposition: caseId }, signal }).json())
      if (!answer.ok) return { saved: [], failure: answer.problem.message }
      return { saved: letterListSchema.parse(answer.value).results, failure: null }
    },
    staleTime: 0,
  })

  async function save({ id, title, content }: LetterDraft) {
    setSaving(true)
    const json: OfficialLetter = { id, title: title.trim(), content: content.trim(), deposition: caseId }
    const answer = await answerOf(api.post(path, { json }).json())
    setSaving(false)
    if (!answer.ok) {
      toast.error('공문 저장 실패', { description: answer.problem.message })
      return false
    }
    toast.success('공문이 저장되었습니다.', bookToast)
    void refetch()
    return true
  }

  async function openPdf({ pdf_url: url }: SavedLetter) {
    // Opened before anything is awaited: a browser lets only the press itself open a window.
    const opened = window.open('', '_blank')
    if (!opened) return toast.warning('팝업 차단을 해제해 주세요.', bookToast)
    const answer = await answerOf(api.get(url, { timeout: 60_000 }).blob())
    if (!answer.ok) {
      opened.close()
      return toast.error('공문을 열지 못했습니다.', { description: answer.problem.message })
    }
    opened.location.replace(URL.createObjectURL(new Blob([answer.value], { type: 'application/pdf' })))
  }

  return {
    saved: data?.saved ?? null,
    failure: data?.failure ?? null,
    isSaving,
    reload: () => void refetch(),
    save,
    openPdf,
  }
}
