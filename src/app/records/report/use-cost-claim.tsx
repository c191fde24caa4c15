import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { costClaimFileNames } from '#contract/cost-summary.ts'
import type { CostRange } from '#domain/cost-summary.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { bookToast } from '#app/records/actions/outcome-words.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { SectionAction, SectionCosts } from './cost-table.tsx'

/** 비용청구 beside each section of a report: the server's Excel file, saved as `official-document_{section}.xlsx`. */
export function useCostClaim(path: string, range: CostRange): SectionAction {
  const claim = useClaimFile(path, range)
  const { connection } = useSyncStatus()
  const reason = connection === 'offline' ? '비용청구 파일은 연결되어 있을 때 만들 수 있습니다.' : undefined
  return {
    label: '비용청구',
    renderButton: (section) => (
      <Button
        size="sm"
        icon={<FileSpreadsheet size={14} strokeWidth={1.5} />}
        aria-label={`${section.business_section} 비용청구`}
        isBusy={claim.busy === keyOf(section)}
        disabledReason={reason}
        onClick={() => void claim.run(section)}
      >
        비용청구
      </Button>
    ),
  }
}

/** `busy` names the section it is made for. */
function useClaimFile(path: string, range: CostRange) {
  const api = useApi()
  const copy = useOfflineCopy()
  const toast = useToast()
  const [busy, setBusy] = useState<string | null>(null)
  return {
    busy,
    async run(section: SectionCosts): Promise<void> {
      setBusy(keyOf(section))
      const { business_section, group_id } = section
      const searchParams = { ...withoutEmpty(range), business_section, ...(group_id !== undefined && { group_id }) }
      const answer = await answerOf(api.get(path, { searchParams, timeout: 120_000 }).blob())
      setBusy(null)
      if (!answer.ok) {
        toast.error('엑셀 파일 생성 실패', { description: answer.problem.message })
        return
      }
      saveFile(costClaimFileNames(business_section).korean, answer.value)
      const { waiting, sending, attention } = copy.getStatus()
      const isAhead = waiting + sending + attention > 0
      const unsent = isAhead ? { description: '아직 전송되지 않은 변경은 파일에 들어 있지 않습니다.' } : {}
      toast.success('엑셀 파일이 다운로드되었습니다.', { ...bookToast, ...unsent })
    },
  }
}

/** Two groups may bear one name. */
function keyOf({ business_section, group_id }: SectionCosts): string {
  return group_id ?? business_section
}

function withoutEmpty(range: CostRange): Record<string, string> {
  return Object.fromEntries(Object.entries(range).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
