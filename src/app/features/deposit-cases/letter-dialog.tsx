import { useRef, useState } from 'react'
import { residentNumberFault } from '#contract/resident-number.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { keptDraft, keepDraft, type LetterDraft } from './letter-draft.ts'
import { LetterList } from './letter-list.tsx'
import { useLetters } from './use-letters.ts'

/** 공문 작성 (spec 2 §2, §5 "Official letter"): a new letter of a case, and those that were saved before, each as its A4 document. */
export function LetterDialog({ row, onClose }: { row: SourceRow; onClose: () => void }) {
  const { userId } = useOfflineCopy()
  const { connection } = useSyncStatus()
  const letters = useLetters(row.id)
  const [draft, setDraft] = useState<LetterDraft>(() => keptDraft(userId, row))
  const [isTold, setTold] = useState(false)
  useDirtyForm(draft.content.trim() !== '', '공문 작성')
  const body = useRef<HTMLTextAreaElement>(null)
  const isOffline = connection === 'offline'
  const faults = isTold ? faultsOf(draft) : {}

  function type(change: Partial<LetterDraft>) {
    const next = { ...draft, ...change }
    setDraft(next)
    keepDraft(userId, row.id, next)
  }

  async function save() {
    setTold(true)
    if (Object.keys(faultsOf(draft)).length > 0) return
    if (!(await letters.save(draft))) return
    keepDraft(userId, row.id, null)
    setTold(false)
    setDraft(keptDraft(userId, row))
  }

  return (
    <Dialog
      open
      width="wide"
      isSticky={draft.content.trim() !== ''}
      title="공문 작성"
      description={describe(row)}
      onClose={onClose}
      initialFocus={body}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button
            tone="primary"
            isBusy={letters.isSaving}
            disabledReason={isOffline ? offlineReason : undefined}
            onClick={() => void save()}
          >
            {letters.isSaving ? '저장 중...' : '저장'}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-x-6 gap-y-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-3">
          {isOffline ? (
            <p role="status" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
              {`${offlineReason} 입력한 내용은 이 창을 닫아도 그대로 남아 있습니다.`}
            </p>
          ) : null}
          <TextField
            label="제목"
            isRequired
            maxLength={200}
            value={draft.title}
            onValue={(title) => type({ title })}
            error={faults.title}
          />
          <TextArea
            ref={body}
            label="본문"
            isRequired
            rows={10}
            maxLength={10_000}
            value={draft.content}
            onValue={(content) => type({ content })}
            error={faults.content}
          />
        </div>
        <LetterList letters={letters} />
      </div>
    </Dialog>
  )
}

const offlineReason = '공문은 문서번호를 서버에서 받으므로 연결되어 있을 때 저장할 수 있습니다.'

function faultsOf({ title, content }: LetterDraft): { title?: string; content?: string } {
  const titleFault = title.trim() === '' ? '제목을 입력해 주세요.' : residentNumberFault(title)
  const contentFault = content.trim() === '' ? '본문을 입력해 주세요.' : residentNumberFault(content)
  return { ...(titleFault && { title: titleFault }), ...(contentFault && { content: contentFault }) }
}

/** What the letter takes from the case. */
function describe({ record }: SourceRow): string {
  const parts = ['business_section', 'business_manager', 'owner_name', 'address'].map((key) => record[key])
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ')
}
