import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileDown, FileSpreadsheet, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { bookToast } from '#app/records/actions/outcome-texts.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import { saveFile } from '#app/ui/browser/save-file.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PdfSheet, printPdf } from '#app/ui/display/pdf-sheet.tsx'
import { PeriodButtons } from '#app/ui/fields/period-buttons.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Book } from '#contract/books/field.ts'
import { buildCostClaimFileNames, claimPdfNames, maxLeftOut } from '#contract/deposit-cases/cost-summary.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { officeSchema } from '#contract/office/office-settings.ts'
import { findRangeError } from '#domain/dates/office-date.ts'
import { listQuickPeriods } from '#domain/dates/periods.ts'
import {
  type ClaimCase,
  type ClaimChoice,
  type ClaimStates,
  completedState,
  filterBilled,
} from '#domain/deposit-cases/claim-cases.ts'
import type { LetterAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { ClaimCases } from './claim-cases.tsx'
import { ClaimDayOffer } from './claim-day-offer.tsx'
import { type ClaimDay, readUnclaimedIds } from './claimed-cases.ts'
import type { ProjectCosts } from './cost-report.tsx'
import { PeriodFields, type ReportPeriod } from './period-fields.tsx'
import { type ReportSearch, toRangeParams } from './report-search.ts'

/** Endpoints of a claim as PDF and as a workbook, and the figure that lists a project's cases. */
export interface ClaimSource {
  readonly pdf: string
  readonly excel: string
  readonly figure: 'deposit-claim' | 'real-estate-claim'
  readonly states: ClaimStates
  /** For a book whose cases hold the day of their claim. */
  readonly claimDay?: ClaimDay
}

export interface ClaimProps {
  book: Book
  source: ClaimSource
  /** Range of the report, the initial range of the claim. */
  search: ReportSearch
  project: ProjectCosts
  /** Proposed 수신 and 참조. */
  addressees: LetterAddressees
}

/**
 * 비용청구 of a project: choose the cases and days, then see the PDF, and only then get the file.
 * Changing the choice needs another look. After the download the day of the claim can be entered.
 */
export function ClaimDialog({ onClose, ...props }: ClaimProps & { onClose(): void }) {
  const { project, book, source } = props
  const { claimDay } = source
  const { choice, change, cases } = useClaimChoice(props)
  const { period } = choice
  const frame = useRef<HTMLIFrameElement>(null)
  const claim = useDownloadClaim(props, choice, cases)
  const isOffline = useSyncStatus().connection === 'offline'
  const { pdf } = claim
  const isAddresseeTyped = choice.addressees !== null && claim.offeredIds.length === 0
  const close = useDirtyDialog(isAddresseeTyped, '비용청구', onClose)
  const changePeriod = (days: Partial<ReportPeriod>) => change({ period: { ...period, ...days } })
  const disabledReason = isOffline
    ? '비용청구서는 연결되어 있을 때 만들 수 있습니다.'
    : describeChoiceError(choice, cases)
  return (
    <Dialog
      open
      width="wide"
      title={`${project.business_section} 비용청구`}
      onClose={() => void close()}
      actions={
        <>
          {claimDay && claim.offeredIds.length > 0 ? (
            <ClaimDayOffer claimDay={claimDay} ids={claim.offeredIds} onDone={onClose} />
          ) : null}
          <Button onClick={() => void close()}>닫기</Button>
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
        <PeriodFields book={book} period={period} onPeriod={changePeriod} />
      </div>
      <div className="mt-2">
        <PeriodButtons
          period={period}
          periods={[...listQuickPeriods(getOfficeToday()), { label: '전체', start: '', end: '' }]}
          onPeriod={changePeriod}
        />
      </div>
      <ClaimCases
        cases={cases}
        states={source.states}
        choice={choice}
        hasClaimDay={claimDay !== undefined}
        onChange={change}
      />
      <AddresseeFields addressees={choice.addressees ?? props.addressees} onChange={change} />
      <p role="status" className="mb-3 text-ink-2 empty:hidden">
        {claim.offeredIds.length > 0
          ? '청구서를 보내셨으면 비용청구일을 입력해 주세요. 미수금에 나타나고, 다음 비용청구에서는 빠집니다.'
          : ''}
      </p>
      <MissingAccountNote />
      {pdf ? (
        <div ref={scrollIntoView}>
          <PdfSheet file={pdf} label={`${project.business_section} 비용청구서`} frame={frame} />
        </div>
      ) : null}
      {pdf && claim.hasUnsentChanges() ? (
        <p role="status" className="mt-2 text-label text-warn">
          아직 전송되지 않은 변경은 비용청구서에 들어 있지 않습니다.
        </p>
      ) : null}
    </Dialog>
  )
}

/** The choice above the PDF may fill the dialog. */
function scrollIntoView(sheet: HTMLElement | null): void {
  sheet?.scrollIntoView({ block: 'end' })
}

interface DialogChoice extends ClaimChoice {
  readonly period: ReportPeriod
  /** Null: as proposed. */
  readonly addressees: LetterAddressees | null
}

/**
 * What the user chose, and the cases of the project and days on this device; null while unknown.
 */
function useClaimChoice({ source, search, project }: ClaimProps) {
  const [choice, setChoice] = useState<DialogChoice>(() => {
    const { date_field, start, end } = search
    return {
      period: { date_field, start, end },
      isUnclaimedOnly: source.claimDay !== undefined,
      states: [completedState],
      except: [],
      addressees: null,
    }
  })
  const { period } = choice
  const params = { project: project.group_id ?? project.business_section, range: toRangeParams(period) }
  const { value } = useFigure(useOfflineCopy(), source.figure, params)
  const cases = findRangeError({ from: period.start, to: period.end }) === null ? value : null
  return { choice, cases, change: (next: Partial<DialogChoice>) => setChoice({ ...choice, ...next }) }
}

/** Why there is no claim for the choice. */
function describeChoiceError(choice: DialogChoice, cases: readonly ClaimCase[] | null): string | undefined {
  if (choice.except.length > maxLeftOut) return `하나씩 뺄 수 있는 사건은 ${maxLeftOut}건까지입니다.`
  return cases && filterBilled(cases, choice).length === 0 ? '청구할 사건을 선택해 주세요.' : undefined
}

function AddresseeFields(props: {
  addressees: LetterAddressees
  onChange(change: Pick<DialogChoice, 'addressees'>): void
}) {
  const { addressees, onChange } = props
  return (
    <div className="mb-3 grid gap-2 sm:grid-cols-2">
      <TextField
        label="수신"
        maxLength={100}
        value={addressees.recipient}
        onValue={(recipient) => onChange({ addressees: { ...addressees, recipient } })}
      />
      <TextField
        label="참조"
        maxLength={150}
        value={addressees.reference}
        onValue={(reference) => onChange({ addressees: { ...addressees, reference } })}
      />
    </div>
  )
}

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

interface ClaimFile {
  readonly file: Blob
  /** The cases in it whose day of the claim is empty. */
  readonly unclaimedIds: readonly string[]
}

function useDownloadClaim(
  { source, project, addressees }: ClaimProps,
  choice: DialogChoice,
  cases: readonly ClaimCase[] | null,
) {
  const api = useApi()
  const copy = useOfflineCopy()
  const toast = useToast()
  const [busy, setBusy] = useState<'pdf' | 'excel' | null>(null)
  const [preview, setPreview] = useState<(ClaimFile & { choice: DialogChoice }) | null>(null)
  const [offer, setOffer] = useState<{ period: ReportPeriod; unclaimedIds: readonly string[] } | null>(null)
  const { business_section, group_id } = project
  const { period } = choice

  async function fetchFile(kind: 'pdf' | 'excel'): Promise<ClaimFile | null> {
    if (findRangeError({ from: period.start, to: period.end }) !== null) return null
    setBusy(kind)
    const billedIds = new Set((cases && filterBilled(cases, choice))?.map(({ id }) => id))
    const searchParams = {
      ...toRangeParams(period),
      business_section,
      ...(group_id !== undefined && { group_id }),
      ...(choice.isUnclaimedOnly && { scope: 'unclaimed' }),
      states: choice.states.join(','),
      ...(choice.except.length > 0 && { except: choice.except.join(',') }),
      ...(choice.addressees ?? addressees),
    }
    // Read before the file, so that a case added meanwhile isn't taken for claimed.
    const unclaimedIds = source.claimDay
      ? await readUnclaimedIds(copy, source.claimDay, { project: business_section, period })
      : []
    const result = await toResult(api.get(source[kind], { searchParams, timeout: 120_000 }).blob())
    setBusy(null)
    if (result.ok) return { file: result.value, unclaimedIds: unclaimedIds.filter((id) => billedIds.has(id)) }
    const title = kind === 'pdf' ? '비용청구서를 만들지 못했습니다.' : '엑셀 파일 생성 실패'
    toast.error(title, { description: result.problem.message })
    return null
  }

  // Only for the current choice, not for an earlier one.
  const current = preview?.choice === choice ? preview : null
  return {
    busy,
    pdf: current?.file ?? null,
    /** The downloaded cases whose day of the claim is empty. */
    offeredIds: offer?.period === period ? offer.unclaimedIds : [],
    offerDay: () => current && setOffer({ ...current, period }),
    async openPreview() {
      const claim = await fetchFile('pdf')
      if (claim) setPreview({ ...claim, choice, file: new Blob([claim.file], { type: 'application/pdf' }) })
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
