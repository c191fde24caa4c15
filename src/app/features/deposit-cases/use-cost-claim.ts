import { useState } from 'react'
import { costClaimFileNames } from '#contract/deposit-cases.ts'
import type { CostRange } from '#domain/cost-summary.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { saveFile } from '#app/ui/save-file.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** 비용청구 of a section: the server's Excel file, saved as `official-document_{section}.xlsx` (spec 2 §7). `busy` names the section it is made for. */
export function useCostClaim(range: CostRange): { busy: string | null; run(section: string): Promise<void> } {
  const api = useApi()
  const copy = useOfflineCopy()
  const toast = useToast()
  const [busy, setBusy] = useState<string | null>(null)
  return {
    busy,
    async run(section) {
      setBusy(section)
      const searchParams = { ...withoutEmpty(range), business_section: section }
      const answer = await answerOf(
        api.get('/api/mysql/deposition/export_report_excel/', { searchParams, timeout: 120_000 }).blob(),
      )
      setBusy(null)
      if (!answer.ok) return toast.error('엑셀 파일 생성 실패', { description: answer.problem.message })
      saveFile(costClaimFileNames(section).korean, answer.value)
      const { waiting, sending, attention } = copy.getStatus()
      const isAhead = waiting + sending + attention > 0
      const unsent = isAhead ? { description: '아직 전송되지 않은 변경은 파일에 들어 있지 않습니다.' } : {}
      toast.success('엑셀 파일이 다운로드되었습니다.', { ...bookToast, ...unsent })
    },
  }
}

function withoutEmpty(range: CostRange): Record<string, string> {
  return Object.fromEntries(Object.entries(range).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
