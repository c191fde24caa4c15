import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileDown, FileSpreadsheet, Printer } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PdfSheet, printPdf } from '#app/ui/display/pdf-sheet.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Book } from '#contract/books/field.ts'
import { buildCostClaimFileNames, claimPdfNames, type Costs } from '#contract/deposit-cases/cost-summary.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { officeSchema } from '#contract/office/office-settings.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { findRangeError } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'
import { ClaimDayOffer } from './claim-day-offer.tsx'
import { type ClaimDay, readUnclaimedIds } from './claimed-cases.ts'
import type { ProjectCosts } from './cost-report.tsx'
import { listQuickPeriods, PeriodButtons, PeriodFields, type ReportPeriod } from './period-fields.tsx'
import { type ReportSearch, toRangeParams } from './report-search.ts'

/** Endpoints of a claim as PDF and as a workbook, and the figure with the sums of its projects. */
export interface ClaimSource {
  readonly pdf: string
  readonly excel: string
  readonly figure: 'deposit-summary' | 'real-estate-summary'
  /** For a book whose cases hold the day of their claim. */
  readonly claimDay?: ClaimDay
}

/** The cases of a claim: all of the project, or those without a day of their claim. */
type ClaimScope = 'all' | 'unclaimed'

export interface ClaimProps {
  book: Book
  source: ClaimSource
  /** Range of the report, the initial range of the claim. */
  search: ReportSearch
  project: ProjectCosts
}

/**
 * 비용청구 of a project: choose the cases and days, then see the PDF, and only then get the file.
 * Changing the choice needs another look. After the download the day of the claim can be entered.
 */
export function ClaimDialog({ onClose, ...props }: ClaimProps & { onClose(): void }) {
  const { project, book, search } = props
  const [period, setPeriod] = useState<ReportPeriod>(() => {
    const { date_field, start, end } = search
    return { date_field, start, end }
  })
  const { claimDay } = props.source
  const [scope, setScope] = useState<ClaimScope>(claimDay ? 'unclaimed' : 'all')
  const frame = useRef<HTMLIFrameElement>(null)
  const claim = useDownloadClaim(props, period, scope)
  const isOffline = useSyncStatus().connection === 'offline'
  const { pdf } = claim
  const choose = (change: Partial<ReportPeriod>) => setPeriod({ ...period, ...change })
  const disabledReason = isOffline ? '비용청구서는 연결되어 있을 때 만들 수 있습니다.' : undefined
  return (
    <Dialog
      open
      width="wide"
      title={`${project.business_section} 비용청구`}
      onClose={onClose}
      actions={
        <>
          {claimDay && claim.offeredIds.length > 0 ? (
            <ClaimDayOffer claimDay={claimDay} ids={claim.offeredIds} onDone={onClose} />
          ) : null}
          <Button onClick={onClose}>닫기</Button>
          <Button
            icon={<FileSpreadsheet size={16} strokeWidth={1.5} />}
            isBusy={claim.busy === 'excel'}
            disabledReason={disabledReason}
            onClick={() => void claim.downloadExcel()}
          >
            엑셀
          </Button>
          {pdf ? (
            <>
              <Button
                icon={<Printer size={16} strokeWidth={1.5} />}
                onClick={() => {
                  printPdf(frame.current, pdf)
                  claim.offerDay()
                }}
              >
                인쇄
              </Button>
              <Button
                tone="primary"
                icon={<FileDown size={16} strokeWidth={1.5} />}
                onClick={() => {
                  saveFile(claimPdfNames(project.business_section).korean, pdf)
                  claim.offerDay()
                }}
              >
                PDF 다운로드
              </Button>
            </>
          ) : (
            <Button
              tone="primary"
              isBusy={claim.busy === 'pdf'}
              disabledReason={disabledReason}
              onClick={() => void claim.openPreview()}
            >
              미리보기
            </Button>
          )}
        </>
      }
    >
      <div className="mt-3 grid grid-cols-1 items-end gap-2 sm:grid-cols-3">
        <PeriodFields book={book} period={period} onPeriod={choose} />
      </div>
      <div className="mt-2 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PeriodButtons
          period={period}
          periods={[...listQuickPeriods(getOfficeToday()), { label: '전체', start: '', end: '' }]}
          onPeriod={choose}
        />
        {claimDay ? null : (
          <p role="status">
            <ClaimSum figure={props.source.figure} project={project} period={period} />
          </p>
        )}
      </div>
      {claimDay ? (
        <ScopeButtons scope={scope} onScope={setScope}>
          {(shownTab) => (
            <ClaimSum
              figure={shownTab === 'unclaimed' ? claimDay.unclaimedFigure : props.source.figure}
              project={project}
              period={period}
            />
          )}
        </ScopeButtons>
      ) : (
        <p className="mb-3 text-ink-2">{wholeClaimText}</p>
      )}
      <p role="status" className="mb-3 text-ink-2 empty:hidden">
        {claim.offeredIds.length > 0
          ? '청구서를 보내셨으면 비용청구일을 입력해 주세요. 미수금에 나타나고, 다음 비용청구에서는 빠집니다.'
          : ''}
      </p>
      <MissingAccountNote />
      {pdf ? <PdfSheet file={pdf} label={`${project.business_section} 비용청구서`} frame={frame} /> : null}
      {pdf && claim.hasUnsentChanges() ? (
        <p role="status" className="mt-2 text-label text-warn">
          아직 전송되지 않은 변경은 비용청구서에 들어 있지 않습니다.
        </p>
      ) : null}
    </Dialog>
  )
}

/** What a claim contains in a book whose cases hold no day of their claim. */
const wholeClaimText =
  '고른 기간의 사건이 모두 들어갑니다. 이 장부에는 비용청구일과 입금일이 없어, 이미 청구하거나 입금된 사건도 빠지지 않습니다.'

/** Warns that the claim would be printed without the office's account. */
function MissingAccountNote() {
  const api = useApi()
  const { user } = useSession()
  const { data: account } = useQuery({
    queryKey: ['office', 'account'],
    queryFn: async ({ signal }) => officeSchema.parse(await api.get(officePath, { signal }).json()).account,
    staleTime: 0,
  })
  return <AccountNote account={account} isSuperuser={user?.is_superuser === true} />
}

interface AccountNoteProps {
  /** Undefined while it is read, and without a connection. */
  account: string | undefined
  isSuperuser: boolean
}

export function AccountNote({ account, isSuperuser }: AccountNoteProps) {
  if (account !== '') return null
  return (
    <p role="status" className="mb-3 rounded-control bg-warn-wash px-3 py-2 text-warn">
      사무소의 입금계좌가 없어 비용청구서에 빈칸으로 인쇄됩니다.{' '}
      {isSuperuser ? (
        <Link to="/settings" search={{ tab: 'office' }} className="underline">
          관리 → 사무소에서 입력
        </Link>
      ) : (
        '최고관리자에게 관리 → 사무소에서 입력해 달라고 요청해 주세요.'
      )}
    </p>
  )
}

const scopes = [
  { key: 'unclaimed', label: '아직 청구하지 않은 것' },
  { key: 'all', label: '모두' },
] as const

/** One button for each scope with its sum; the current one is pressed. */
function ScopeButtons({ scope, onScope, children }: ScopeButtonsProps) {
  return (
    <div role="group" aria-label="청구할 사건" className="mb-3 grid gap-1.5 sm:grid-cols-2">
      {scopes.map(({ key, label }) => (
        <Button
          key={key}
          aria-pressed={key === scope}
          className="h-auto min-h-11 flex-wrap gap-x-3 py-1.5 text-left aria-pressed:border-primary aria-pressed:bg-primary-wash"
          onClick={() => onScope(key)}
        >
          {label} {children(key)}
        </Button>
      ))}
    </div>
  )
}

interface ScopeButtonsProps {
  scope: ClaimScope
  onScope(scope: ClaimScope): void
  children(scope: ClaimScope): ReactNode
}

interface ClaimSumProps {
  figure: ClaimSource['figure'] | ClaimDay['unclaimedFigure']
  project: ProjectCosts
  period: ReportPeriod
}

/** Count and amount of the claim, from this device's copy, before anything is made. */
function ClaimSum({ figure, project, period }: ClaimSumProps) {
  const range = useMemo(() => toRangeParams(period), [period])
  const { value } = useFigure(useOfflineCopy(), figure, range)
  if (value === null || findRangeError({ from: period.start, to: period.end }) !== null) return null
  return <span className="tabular font-semibold">{formatClaimSum(value, project)}</span>
}

type ProjectSum = Pick<Costs, 'count' | 'sum'> & Partial<Pick<ProjectCosts, 'business_section' | 'group_id'>>

/** `12건 · 91,371,130원`. A group is known by its id, a project by its name. */
export function formatClaimSum(sums: readonly ProjectSum[], { business_section, group_id }: ProjectCosts): string {
  const ownSum = sums.find((sum) =>
    group_id === undefined ? sum.business_section === business_section : sum.group_id === group_id,
  )
  return `${formatNumber(ownSum?.count ?? 0)}건 · ${formatWon(ownSum?.sum ?? 0)}원`
}

interface ClaimFile {
  readonly file: Blob
  /** The cases in it whose day of the claim is empty. */
  readonly unclaimedIds: readonly string[]
}

function useDownloadClaim({ source, project }: ClaimProps, period: ReportPeriod, scope: ClaimScope) {
  const api = useApi()
  const copy = useOfflineCopy()
  const toast = useToast()
  const [busy, setBusy] = useState<'pdf' | 'excel' | null>(null)
  const [preview, setPreview] = useState<(ClaimFile & { period: ReportPeriod; scope: ClaimScope }) | null>(null)
  const [offer, setOffer] = useState<{ period: ReportPeriod; unclaimedIds: readonly string[] } | null>(null)
  const { business_section, group_id } = project

  async function fetchFile(kind: 'pdf' | 'excel'): Promise<ClaimFile | null> {
    if (findRangeError({ from: period.start, to: period.end }) !== null) return null
    setBusy(kind)
    const searchParams = {
      ...toRangeParams(period),
      business_section,
      ...(group_id !== undefined && { group_id }),
      ...(scope === 'unclaimed' && { scope }),
    }
    // Read before the file, so that a case added meanwhile isn't taken for claimed.
    const unclaimedIds = source.claimDay
      ? await readUnclaimedIds(copy, source.claimDay, { project: business_section, period })
      : []
    const result = await toResult(api.get(source[kind], { searchParams, timeout: 120_000 }).blob())
    setBusy(null)
    if (result.ok) return { file: result.value, unclaimedIds }
    const title = kind === 'pdf' ? '비용청구서를 만들지 못했습니다.' : '엑셀 파일 생성 실패'
    toast.error(title, { description: result.problem.message })
    return null
  }

  // Only for the current choice, not for an earlier one.
  const current = preview?.period === period && preview.scope === scope ? preview : null
  return {
    busy,
    pdf: current?.file ?? null,
    /** The downloaded cases whose day of the claim is empty. */
    offeredIds: offer?.period === period ? offer.unclaimedIds : [],
    offerDay: () => current && setOffer(current),
    async openPreview() {
      const claim = await fetchFile('pdf')
      if (claim) setPreview({ ...claim, period, scope, file: new Blob([claim.file], { type: 'application/pdf' }) })
    },
    async downloadExcel() {
      const claim = await fetchFile('excel')
      if (!claim) return
      saveFile(buildCostClaimFileNames(business_section).korean, claim.file)
      setOffer({ ...claim, period })
      toast.success('엑셀 파일이 다운로드되었습니다.', bookToast)
    },
    /** Whether this device has changes the server doesn't know yet. */
    hasUnsentChanges: () => {
      const { waiting, sending, attention } = copy.getStatus()
      return waiting + sending + attention > 0
    },
  }
}
