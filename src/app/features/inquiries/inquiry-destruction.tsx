import { inquiryDestroyPath } from '#contract/site/inquiries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/**
 * 파기 for superusers, on the sender's request. It cannot be undone, so it is sent to the server
 * directly and not through the outbox.
 */
export function InquiryDestruction({ row, onGone }: { row: SourceRow; onGone(): void }) {
  const api = useApi()
  const copy = useOfflineCopy()
  const confirm = useConfirm()
  const toast = useToast()

  async function destroy() {
    const isSure = await confirm({
      title: `'${captionOfRow(recordBook('inquiries'), row)}' 문의를 파기하시겠습니까?`,
      message: '문의 내용과 변경 이력이 서버와 모든 기기에서 지워지고, 되돌릴 수 없습니다.',
      confirmLabel: '파기',
      isDestructive: true,
    })
    if (!isSure) return
    const answer = await answerOf(api.post(inquiryDestroyPath, { json: { id: row.id } }).json())
    if (!answer.ok) return toast.error(`문의 파기 실패: ${answer.problem.message}`)
    toast.success('문의가 파기되었습니다.')
    onGone()
    copy.syncNow()
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">
        접수하고 1년이 지나면 자동으로 파기됩니다. 문의한 분이 동의를 철회하거나 삭제를 요구하면 여기에서 바로
        파기합니다. 파기한 사실과 날짜만 기록에 남습니다.
      </p>
      <Button tone="danger" onClick={() => void destroy()}>
        파기
      </Button>
    </div>
  )
}
