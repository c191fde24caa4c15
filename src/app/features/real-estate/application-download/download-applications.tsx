import { useState } from 'react'
import { downloadApplicationWords } from '#contract/applications/application-forms.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { MissingList } from './missing-list.tsx'
import { useApplicationDownload } from './use-application-download.ts'

interface DownloadApplicationsProps {
  /** At least one, in file order. Must keep its identity while the dialog is open. */
  unitIds: readonly string[]
  onClose(): void
}

/**
 * 신청서 다운로드: what is missing in the chosen units, which documents to add, and one file with all
 * filings. Made by the server, so it needs a connection.
 */
export function DownloadApplications({ unitIds, onClose }: DownloadApplicationsProps) {
  const form = useApplicationDownload(unitIds, onClose)
  const [also, setAlso] = useState({ cost_statement: false, receipt: false })
  const { isWorking, isOffline, hasUnsent } = form
  return (
    <Dialog
      open
      isSticky={isWorking}
      title="신청서 다운로드"
      description={`선택한 세대 ${unitIds.length.toLocaleString('ko-KR')}건의 등기신청서와 위임장을 PDF 파일 하나로 만듭니다.`}
      // While a download runs, Escape cancels it first and the dialog stays open.
      onClose={isWorking ? form.cancel : onClose}
      actions={
        <>
          <Button onClick={isWorking ? form.cancel : onClose}>{isWorking ? '취소' : '닫기'}</Button>
          <Button
            tone="primary"
            isBusy={isWorking}
            disabledReason={isOffline ? offlineReason : undefined}
            onClick={() => void form.download(also)}
          >
            다운로드
          </Button>
        </>
      }
    >
      <div className="mt-3 flex flex-col gap-4">
        {isOffline ? <Notice>{offlineReason}</Notice> : <MissingList check={form.check} />}
        <fieldset className="flex flex-wrap gap-x-6 gap-y-1" disabled={isWorking}>
          <legend className="mb-1 font-semibold">함께 만들 서류</legend>
          <Tick
            label="비용내역서"
            isOn={also.cost_statement}
            onTick={(cost_statement) => setAlso({ ...also, cost_statement })}
          />
          <Tick label="영수증" isOn={also.receipt} onTick={(receipt) => setAlso({ ...also, receipt })} />
        </fieldset>
        <p className="text-label text-ink-2">
          당사자의 주민등록번호가 모두 인쇄되고, 누가 어느 세대를 다운로드했는지 기록이 남습니다.
        </p>
        {hasUnsent ? <Notice>아직 전송되지 않은 변경은 파일에 들어 있지 않습니다.</Notice> : null}
        <p role="status" className="flex items-center gap-2 text-ink-2">
          {isWorking ? (
            <>
              <Spinner label="처리 중" size={16} />
              {downloadApplicationWords.working}
            </>
          ) : null}
        </p>
      </div>
    </Dialog>
  )
}

const offlineReason = '신청서는 서버에서 만들므로 연결되어 있을 때 다운로드할 수 있습니다.'

function Notice({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-control bg-warn-wash px-2.5 py-1.5 text-label text-warn">
      {children}
    </p>
  )
}

function Tick({ label, isOn, onTick }: { label: string; isOn: boolean; onTick(isOn: boolean): void }) {
  return (
    <label className="flex min-h-7 items-center gap-2 coarse:min-h-11">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onTick(event.target.checked)}
        className="size-4 shrink-0 accent-primary"
      />
      {label}
    </label>
  )
}
