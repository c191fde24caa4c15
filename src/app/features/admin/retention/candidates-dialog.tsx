import { useState } from 'react'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerForm } from '#app/session/server-action.ts'
import { useBackgroundTasks } from '#app/tasks/use-background-tasks.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { getBook } from '#contract/books/collections.ts'
import { retentionKinds } from '#contract/retention/retention-kinds.ts'
import {
  type Candidate,
  candidatePageSize,
  type Candidates,
  candidatesSchema,
  destroyPath,
  destroyWord,
  type KindDue,
  retentionPath,
} from '#contract/retention/retention.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { MonitorTable } from '../task-monitor/monitor-table.tsx'
import { RecordLink } from './record-link.tsx'
import { retentionChange, useRetention } from './use-retention.ts'

interface CandidatesDialogProps {
  due: KindDue
  onClose(): void
}

/**
 * Records of one kind that are due. Each can be opened and put on hold; destroying the rest needs a
 * typed word.
 */
export function CandidatesDialog({ due, onClose }: CandidatesDialogProps) {
  const [page, setPage] = useState(1)
  const [heldCandidate, setHeldCandidate] = useState<Candidate | null>(null)
  const query = new URLSearchParams({ kind: due.kind, page: String(page) })
  const found = useRetention(`candidates?${query}`, candidatesSchema)
  const destroy = useDestroy(due, onClose)
  const candidates = found.value
  const { label } = retentionKinds[due.kind]
  return (
    <Dialog
      open
      width="wide"
      title={`${label} 파기 대상`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button
            tone="danger"
            disabledReason={candidates && candidates.total > 0 ? undefined : '파기할 기록이 없습니다.'}
            onClick={() => candidates && void destroy(candidates)}
          >
            {candidates ? `${formatNumber(candidates.ids.length)}건 파기` : '파기'}
          </Button>
        </>
      }
    >
      <div className="mt-3 flex flex-col gap-3">
        <p className="text-ink-2">소송처럼 더 보관해야 하는 기록은 보존으로 빼 주세요. 나머지를 확정하면 파기합니다.</p>
        <ResultView {...found} noun="파기 대상은">
          {({ results, total }) => (
            <>
              <MonitorTable
                label={`${label} 파기 대상`}
                head={['기록', '종류', '끝난 날', '파기할 수 있는 날', '동작']}
                lines={results.map((candidate) => ({
                  key: candidate.record_id,
                  cells: renderCandidateCells(candidate, () => setHeldCandidate(candidate)),
                }))}
                empty="파기 대상이 없습니다."
              />
              <Pages page={page} total={total} onPage={setPage} />
            </>
          )}
        </ResultView>
      </div>
      {heldCandidate ? <HoldDialog candidate={heldCandidate} onClose={() => setHeldCandidate(null)} /> : null}
    </Dialog>
  )
}

function renderCandidateCells(candidate: Candidate, onHold: () => void) {
  const { collection, record_id: id, caption, is_deleted: isDeleted, ended_on, due_on } = candidate
  return [
    <RecordLink key="record" collection={collection} id={id} caption={caption} isDeleted={isDeleted} />,
    getBook(collection).label,
    formatDay(ended_on),
    formatDay(due_on),
    <Button key="hold" size="sm" aria-label={`${caption} 보존`} onClick={onHold}>
      보존
    </Button>,
  ]
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage(page: number): void }) {
  const last = Math.ceil(total / candidatePageSize)
  if (last < 2) return null
  return (
    <div className="flex items-center justify-center gap-3 pt-2">
      <Button size="sm" disabledReason={page > 1 ? undefined : '첫 쪽입니다.'} onClick={() => onPage(page - 1)}>
        이전
      </Button>
      <span className="tabular">
        {page} / {last}
      </span>
      <Button size="sm" disabledReason={page < last ? undefined : '마지막 쪽입니다.'} onClick={() => onPage(page + 1)}>
        다음
      </Button>
    </div>
  )
}

/**
 * Asks for the typed word, then starts the destruction task, which continues if this page is
 * closed.
 */
function useDestroy({ kind }: KindDue, onDone: () => void) {
  const confirm = useConfirm()
  const tasks = useBackgroundTasks()
  return async ({ ids, total }: Candidates) => {
    const { label } = retentionKinds[kind]
    const count = `${formatNumber(ids.length)}건`
    const limitNote = total > ids.length ? ` 한 번에 ${count}까지 파기하며 나머지는 다음에 확정합니다.` : ''
    const isConfirmed = await confirm({
      title: `${label} ${count}을 파기하시겠습니까?`,
      message: `딸린 서류와 파일, 변경 이력의 값까지 지우며 되돌릴 수 없습니다.${limitNote}`,
      typedWord: destroyWord,
      confirmLabel: destroyWord,
      isDestructive: true,
    })
    if (!isConfirmed) return
    tasks.start({
      label: `${label} 파기`,
      path: destroyPath,
      body: { destruction: newId(), kind, ids, typed: destroyWord },
      canPersistBody: true,
      makesNoFile: true,
      requestedCount: ids.length,
      startedMessage: '파기를 시작했습니다. 진행 상황은 작업 목록에서 볼 수 있습니다.',
      doneMessage: '파기를 마쳤습니다. 파기 대장에서 확인할 수 있습니다.',
      failedMessage: '파기하지 못했습니다.',
    })
    onDone()
  }
}

/** Puts a due record on hold, with a reason and an end date. */
function HoldDialog({ candidate, onClose }: { candidate: Candidate; onClose(): void }) {
  const { collection, record_id, caption } = candidate
  const [id] = useState(newId)
  const { bind, ...form } = useServerForm(
    { reason: '', until: '' },
    {
      ...retentionChange,
      send: (api, fields) =>
        api.post(`${retentionPath}/holds`, { json: { id, collection, record_id, ...fields } }).text(),
      validate: ({ reason, until }) => ({
        ...(reason.trim() === '' && { reason: '보존하는 이유를 입력해 주세요.' }),
        ...(until === '' && { until: '보존 기한을 입력해 주세요.' }),
      }),
      done: `'${caption}' 기록을 보존합니다.`,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      {...form}
      title={`'${caption}' 보존`}
      submitLabel="보존"
      className="mt-3 flex flex-col gap-4"
      onClose={onClose}
    >
      <TextField
        label="이유"
        isRequired
        hint="진행 중인 소송, 미수금처럼 더 보관해야 하는 사정"
        maxLength={300}
        {...bind('reason')}
      />
      <div className="max-w-48">
        <DateField label="보존 기한" isRequired {...bind('until')} />
      </div>
    </FormDialog>
  )
}
